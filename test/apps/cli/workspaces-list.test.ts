import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { listeningSandbox } from "../../support/sandbox.ts";
import type { Driven } from "./driven.ts";
import { serveDriven } from "./driven.ts";
import { runHere, temporaryFolder } from "./program.ts";

/** With the default workspace, two more than fit into a page of the largest size. */
const made = 1_001;

let driven: Driven;
beforeAll(async () => {
  driven = await serveDriven();
  for (let number = 1; number <= made; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await driven.client.workspaces.create({ id: `w${number}` });
  }
}, 60_000);
afterAll(() => driven.stop());

async function listed(...args: readonly string[]): Promise<readonly unknown[]> {
  const { stdout } = await runHere(["workspaces", "list", "--json", "--url", driven.url, ...args]);
  const all: readonly { readonly id: string }[] = JSON.parse(stdout);
  return all.map(({ id }) => id);
}

describe("workspaces list", () => {
  it("prints every workspace, page by page", async () => {
    const ids = await listed();
    expect(ids).toEqual(["default", ...Array.from({ length: made }, (_, at) => `w${at + 1}`)]);
  });

  it.each([
    { args: ["--limit", "2"], ids: ["default", "w1"] },
    { args: ["--limit", "2", "--offset", "1000"], ids: ["w1000", "w1001"] },
    { args: ["--offset", "1001"], ids: ["w1001"] },
    { args: ["--offset", "3000"], ids: [] },
  ])("prints $ids with $args", async ({ args, ids }) => {
    expect(await listed(...args)).toEqual(ids);
  });

  it("prints only those that nothing used for the time of --idle", async () => {
    expect(await listed("--idle", "1d")).toEqual([]);
    expect((await listed("--idle", "1ms", "--limit", "3")).length).toBe(3);
  });

  it("prints as many as requested, beyond one page", async () => {
    expect((await listed("--limit", "1001")).length).toBe(1_001);
  });
});

describe("workspaces list with a damaged file", () => {
  it.each([["--json"], []])("also names it with its reason: %s", async (...options) => {
    const data = temporaryFolder();
    writeFileSync(join(data, "bad.sqlite"), "no database");
    const { url } = await listeningSandbox({ data });
    const { code, stdout, stderr } = await runHere([
      "workspaces",
      "list",
      ...options,
      "--url",
      url,
    ]);
    expect(code).toBe(0);
    expect(stdout).not.toContain("bad");
    expect(stderr).toMatch(
      /^lead-sandbox: The workspace bad is not served: .*cannot be opened: .*not a database.*\n$/,
    );
  });
});
