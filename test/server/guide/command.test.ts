import { describe, expect, it } from "vitest";

import { runHere } from "../../apps/cli/program.ts";

const nowhere = ["--url", "http://127.0.0.1:9"];

describe("lead-sandbox guide", () => {
  it("prints three paragraphs with the files of their pages, where no sandbox runs", async () => {
    const { code, stdout } = await runHere(["guide", ...nowhere, "pytest", "fixture"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}docs\/languages\/python\.md#/m);
    expect(stdout.trim().split("\n\n")).toHaveLength(3);
  });

  it("prints one JSON document", async () => {
    const { stdout } = await runHere(["guide", ...nowhere, "--json", "self-signed certificate"]);
    expect(JSON.parse(stdout)).toHaveLength(3);
  });

  it("exits 1 where the guide has none of the words", async () => {
    const { code, stdout } = await runHere(["guide", ...nowhere, "zzzzqqqq"]);
    expect(code).toBe(1);
    expect(stdout).toBe("The guide has none of these words.\n");
  });

  it("exits 2 without a word", async () => {
    expect((await runHere(["guide"])).code).toBe(2);
  });
});
