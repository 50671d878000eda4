import { writeFileSync } from "node:fs";

import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { textOfBundle } from "../../../src/harness/bundle/bundle-file.ts";
import { BundleContent } from "../../../src/harness/explore/bundle/bundle-content.ts";
import { bundled, clientHead, key, whileServed } from "./bundled.ts";

const Leads = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      email: z.string(),
      createdAt: z.string(),
      deletedAt: z.string().nullable(),
      convertedAt: z.string().nullable(),
    }),
  ),
});
const Keys = z.object({ data: z.tuple([z.looseObject({ key: z.string() })], z.unknown()) });

async function jsonAt(url: string, apiKey = key): Promise<unknown> {
  return (await fetch(url, { headers: { "x-api-key": apiKey } })).json();
}

async function leadsAt(url: string, apiKey = key) {
  const { data } = Leads.parse(await jsonAt(`${url}/v1/leads?scope=withDeleted`, apiKey));
  return data;
}

/** The existing Leads and their states. */
const shown = `({ id, deletedAt, convertedAt }) => [id, deletedAt !== null, convertedAt !== null]`;

/** A client that gets refusals, signs a client up, fills its own workspace and moves its clock. */
const eventful = `${clientHead}
  const noor = { firstName: "Noor", lastName: "Nasser" };
  const steer = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(control + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(path + " " + await answer.text());
    return (await answer.json()).data;
  };
  await call("POST", leads, { ...noor, email: "noor@secret.example", clientData: { Plans: [{ type: "None" }] } });
  await call("POST", leads, { ...noor, email: "noor@secret.example", phone: { number: "+14155550199" } });
  await call("POST", leads, { ...noor, email: "NOOR@secret.example" });
  await call("POST", leads, { ...noor, email: "noor" });
  await call("POST", leads, '{"email": "noor@secret');
  const other = await call("POST", leads, { ...noor, email: "other@secret.example" });
  await call("DELETE", "/v1/leads/" + other.data.id);
  await call("GET", "/v1/leads/noor@secret.example");
  await call("GET", "/v1/nasser/+14155550199");
  await steer("/sign-ups", { email: "NOOR@secret.example" });
  const mine = await steer("/workspaces", { id: "mine", label: "the test", seed: 7, fixture: "default" });
  const own = mine.firms[0].apiKeys[0].key;
  await call("POST", leads, { ...noor, email: "own@secret.example" }, own);
  await steer("/workspaces/mine/clock/advance", { by: "P1D" });
  const lists = await Promise.all([key, own].map((one) => call("GET", "/v1/leads?scope=withDeleted", undefined, one)));
  console.log("world " + JSON.stringify(lists.map(({ data }) => data.map(${shown}))));
  process.exit(1);
`;

describe("replay --serve", { timeout: 60_000 }, () => {
  it("serves the final world, including refusals, sign-ups and setup on the way", async () => {
    const { bundle, ended, text } = await bundled([], eventful);
    const [, world = ended.stderr] = /^world (.*)$/m.exec(ended.stdout) ?? [];
    const served = await whileServed([bundle], async (url) => {
      const { data } = Keys.parse(await jsonAt(`${url}/_sandbox/workspaces/mine/api-keys`));
      return Promise.all([leadsAt(url), leadsAt(url, data[0].key)]);
    });
    const seen = served.map((leads) =>
      leads.map(({ id, deletedAt, convertedAt }) => [id, deletedAt !== null, convertedAt !== null]),
    );
    expect(JSON.stringify(seen)).toBe(world);
    for (const secret of ["noor", "nasser", "secret", "4155550199"]) {
      expect(text.toLowerCase()).not.toContain(secret);
    }
  });

  it("serves each call at the time at which the client made it", async () => {
    const { bundle, text } = await bundled();
    const { sha256: _old, ...content } = z.looseObject({}).parse(JSON.parse(text));
    const run = v.parse(BundleContent, content);
    const [create, list] = run.calls;
    if (create === undefined || list === undefined) throw new Error("The run lacks its calls.");
    const day = 86_400_000;
    const startsAt = Date.parse("2026-03-02T09:00:00.000Z");
    const body = create.body?.replace("person1@", "later@") ?? null;
    const later = { ...create, body, sentAtMs: day };
    const calls = [{ ...create, sentAtMs: 0 }, later, { ...list, sentAtMs: 2 * day }];
    writeFileSync(bundle, textOfBundle({ ...run, startsAt, calls }));
    const [second, first] = await whileServed([bundle], leadsAt);
    expect([first?.createdAt.slice(0, 10), second?.createdAt.slice(0, 10)]).toEqual([
      "2026-03-02",
      "2026-03-03",
    ]);
    const Clock = z.object({ data: z.looseObject({ now: z.string() }) });
    const now = await whileServed([bundle, "--at", "3"], async (url) => {
      const { data } = Clock.parse(await jsonAt(`${url}/_sandbox/clock`));
      return data.now;
    });
    expect(now.slice(0, 10)).toBe("2026-03-04");
  });
});
