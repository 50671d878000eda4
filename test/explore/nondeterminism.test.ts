/** A client whose people have other names in every run is explored for the rest. */
import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Client } from "./explored-in-process.ts";
import { exploredInProcess } from "./explored-in-process.ts";

/** Creates a made-up person, and ignores what becomes of a PATCH. */
const client: Client = async (variables) => {
  const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = variables;
  const send = (method: string, path: string, body: object): Promise<Response> =>
    fetch(`${url}/v1${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      signal: AbortSignal.timeout(2_000),
      body: JSON.stringify(body),
    });
  const email = `${randomUUID()}@example.com`;
  const phone = { number: "6475550100" };
  const person = { email, firstName: "Maya", lastName: "Moss", phone };
  const made = await send("POST", `/firms/${firm}/leads`, person);
  await send("PATCH", "/leads/LeadHPa1", { firstName: "Changed" }).catch(() => null);
  return made.status === 201 ? 0 : 1;
};

describe("a client that is not deterministic", () => {
  it("is not explored, and reports the difference", async () => {
    const { problem, judged } = await exploredInProcess(client);
    expect(problem).toMatchObject({ kind: "differs", difference: { what: expect.any(String) } });
    expect(judged).toEqual([]);
  });

  it("draws the findings about people who are the same in every run, and no others, where it is allowed", async () => {
    const { judged, nondeterminism } = await exploredInProcess(client, {
      allowNondeterminism: true,
    });
    expect(nondeterminism).not.toBeNull();
    const notable = judged
      .filter(({ verdict }) => ["lost", "altered", "duplicated", "dependent"].includes(verdict))
      .map(({ verdict, records }) => [verdict, ...records.map(({ email }) => email)].join(" "));
    expect(new Set(notable)).toEqual(new Set(["lost ada.active@example.com"]));
  }, 60_000);
});
