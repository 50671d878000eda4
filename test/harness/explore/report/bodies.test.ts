import { describe, expect, it } from "vitest";

import { newBodyCutter } from "../../../../src/harness/explore/report/bodies.ts";
import { findingId } from "../../../../src/harness/explore/report/finding-id.ts";
import { callId, planned } from "../made-up.ts";

describe("bodies in a report", () => {
  it("are kept up to 64 KiB; longer ones are cut and show their size", () => {
    const cut = newBodyCutter();
    expect(cut(null, false)).toBeNull();
    expect(cut("x".repeat(65_536), false)).toBe("x".repeat(65_536));
    expect(cut("x".repeat(1_048_576), false)).toBe(`${"x".repeat(65_536)}… (cut: 1048576 bytes)`);
  });

  it("are cut between characters", () => {
    const body = `x${"🧑".repeat(20_000)}`;
    expect(newBodyCutter()(body, false)).toBe(`x${"🧑".repeat(16_383)}… (cut: 80001 bytes)`);
  });

  it("are omitted beyond 16 MiB in total, except for those of varied calls", () => {
    const cut = newBodyCutter();
    const body = "x".repeat(65_536);
    for (let at = 0; at < 256; at += 1) cut(body, false);
    expect(cut(body, false)).toBe("… (left out: 65536 bytes)");
    expect(cut(body, true)).toBe(body);
  });
});

describe("the id of a finding", () => {
  it("distinguishes calls of two workspaces", () => {
    const inTwo = planned("503", { call: callId("maya@example.com", { workspace: "two" }) });
    const ids = [planned("503"), inTwo].map((one) => findingId(one, "lost"));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^f-[0-9a-f]{12}$/);
  });

  it("depends only on variation, call and verdict", () => {
    const lost = findingId(planned("503"), "lost");
    expect(findingId(planned("503"), "lost")).toBe(lost);
    expect(findingId(planned("503"), "altered")).not.toBe(lost);
    expect(findingId(planned("hang"), "lost")).not.toBe(lost);
  });
});
