import { describe, expect, it, onTestFinished, vi } from "vitest";

import { newWorld } from "../../../support/world.ts";

/** Everything in a workspace that depends on its clock. */
async function shown(): Promise<string> {
  const world = await newWorld({ id: "same", seed: 4 });
  await world.control("POST", "/clock/advance", { by: "PT1H" });
  const paths = ["", "/clock", "/state", "/quotas"];
  const replies = await Promise.all(paths.map((path) => world.control("GET", path)));
  await world.close();
  return replies.map((reply) => reply.text).join("\n");
}

describe("a frozen clock", () => {
  it("gives the same bytes in two runs, in every report", async () => {
    const first = await shown();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 5_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await shown()).toBe(first);
    expect(first).toContain('"offsetMs":null');
  });
});
