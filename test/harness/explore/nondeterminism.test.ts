/**
 * A client whose people have different names in every run can be explored for everything that is
 * stable.
 */
import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { replay } from "../../../src/harness/explore/bundle/replay.ts";
import type { Client, Variables } from "./explored-in-process.ts";
import { exploredInProcess, inProcessSettings } from "./explored-in-process.ts";
import { planned } from "./made-up.ts";

/** Creates a person with a random name, and ignores the response to a PATCH unless it is `careful`. */
async function sync(variables: Variables, careful: boolean): Promise<number> {
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
  const change = await send("PATCH", "/leads/LeadHPa1", { firstName: "Changed" }).catch(() => null);
  return made.status === 201 && (!careful || change?.status === 200) ? 0 : 1;
}

const client: Client = (variables) => sync(variables, false);
const mended: Client = (variables) => sync(variables, true);

describe("a nondeterministic client", () => {
  it("is not explored by default, and the report shows the difference", async () => {
    const { problem, judged } = await exploredInProcess(client);
    expect(problem).toMatchObject({ kind: "differs", difference: { what: expect.any(String) } });
    expect(judged).toEqual([]);
  });

  it("has findings only about people who are the same in every run, when nondeterminism is allowed", async () => {
    const { judged, nondeterminism } = await exploredInProcess(client, {
      allowNondeterminism: true,
    });
    expect(nondeterminism).not.toBeNull();
    const notable = judged
      .filter(({ verdict }) => ["lost", "altered", "duplicated", "dependent"].includes(verdict))
      .map(({ verdict, records }) => [verdict, ...records.map(({ email }) => email)].join(" "));
    expect(new Set(notable)).toEqual(new Set(["lost ada.active@example.com"]));
  }, 60_000);

  it("is replayed by the same comparison: the finding shows again, and is gone once the client is mended", async () => {
    const id = { workspace: "default", operation: "patch-Lead" };
    const call = { ...id, subject: "ada.active@example.com", ordinal: 1 };
    const variation = planned("503", { call });
    const bundle = { variation, salt: null, settings: { nondeterministic: true } } as const;
    const shown = await replay(bundle, inProcessSettings(client));
    expect(shown).toMatchObject({ shows: true, judgement: { verdict: "lost" } });
    const gone = await replay(bundle, inProcessSettings(mended));
    expect(gone).toMatchObject({ shows: false, judgement: { verdict: "reported" } });
  }, 60_000);
});
