/** Several machines that each explore a shard find the same as one machine alone. */
import { describe, expect, it } from "vitest";

import type { Exploration } from "../../../src/harness/explore/exploration.ts";
import type { Client } from "./explored-in-process.ts";
import { exploredInProcess } from "./explored-in-process.ts";

/** Depends on the body of a DELETE response, which the interface leaves open. */
const client: Client = async ({ LEAD_API_URL: url, LEAD_API_KEY: key = "" }) => {
  const headers = { "x-api-key": key };
  const list = await fetch(`${url}/v1/leads?limit=1`, { headers });
  const id = /"id":"(\w+)"/.exec(await list.text())?.[1];
  const deleted = await fetch(`${url}/v1/leads/${id}`, { headers, method: "DELETE" });
  if (deleted.status >= 300) return 1;
  return (await deleted.text()) === "" ? 1 : 0;
};

function explored(part: number, of: number): Promise<Exploration> {
  return exploredInProcess(client, { families: ["unknowns"], pairs: true, shard: { part, of } });
}

function seen({ judged }: Pick<Exploration, "judged">): readonly string[] {
  return judged.map(({ planned, verdict }) => `${planned.variation}: ${verdict}`).toSorted();
}

describe("shards with pairs of unknowns", () => {
  it("run every trial exactly once, whatever each of them found", async () => {
    const whole = await explored(1, 1);
    const parts = [await explored(1, 3), await explored(2, 3), await explored(3, 3)];
    const together = seen({ judged: parts.flatMap(({ judged }) => judged) });
    expect(together).toEqual(seen(whole));
    expect(together.filter((text) => text.endsWith(": dependent"))).toContain(
      "lead.delete=204: dependent",
    );
    const pairs = together.filter((text) => text.includes(","));
    expect(pairs.length).toBeGreaterThan(2);
    expect(pairs.filter((text) => text.includes("lead.delete="))).toEqual([]);
  }, 60_000);
});
