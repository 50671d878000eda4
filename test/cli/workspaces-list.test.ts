import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Driven } from "./driven.ts";
import { serveDriven } from "./driven.ts";
import { runHere } from "./program.ts";

/** One more than fits into two pages of the largest size. */
const made = 2_000;

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
    { args: ["--limit", "2", "--offset", "1999"], ids: ["w1999", "w2000"] },
    { args: ["--offset", "2000"], ids: ["w2000"] },
    { args: ["--offset", "3000"], ids: [] },
  ])("prints $ids with $args", async ({ args, ids }) => {
    expect(await listed(...args)).toEqual(ids);
  });

  it("prints as many as requested, beyond one page", async () => {
    expect((await listed("--limit", "1500")).length).toBe(1_500);
  });
});
