import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { sized } from "../long/size.ts";
import { seeded } from "../property/seeded.ts";
import type { RecordedPact } from "./recorded.ts";
import { misfits, newRecorder, verified } from "./recorded.ts";

const leadsPath = "/v1/firms/Harb0rPt/leads";
const valid = { email: "valid@mail.example", firstName: "Vera", lastName: "Valid" };

type Recorder = ReturnType<typeof newRecorder>;

/** The places of a request that can hold a `secret`, each with the calls that need it. */
const places: Readonly<Record<string, (recorder: Recorder, secret: string) => Promise<unknown>>> = {
  "a rejected email": ({ api }, s) => api("POST", leadsPath, { body: { ...valid, email: s } }),
  "a rejected email with an at sign": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, email: `${s}@@${s}.example` } }),
  "a rejected email that is too long": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, email: `${s.repeat(60)}@${s}.example` } }),
  "a rejected name": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, firstName: `${s}\u0007`, lastName: "\t" } }),
  "a rejected date": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, clientData: { dateOfBirth: `1987-${s}` } } }),
  "a rejected code": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, referredByReferralCodeId: s } }),
  "a rejected owner": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, resourceId: s, resourceType: s } }),
  "a rejected key of the phone": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, phone: { number: "1", [s]: s } } }),
  "a rejected value under a key of the client's": ({ api }, s) =>
    api("POST", leadsPath, {
      body: { ...valid, clientData: { Incomes: [{ type: 5, [s]: s }], Assets: [s] } },
    }),
  "fixed names within clientData": ({ api }, s) =>
    api("POST", leadsPath, {
      body: {
        ...valid,
        email: `${s}@mail.example`,
        clientData: { type: s, code: s, status: s, id: s, email: s, prefix: s, citizenship: s },
      },
    }),
  "a name of a Plan": ({ api, client }, s) =>
    api("POST", leadsPath, {
      body: {
        ...valid,
        email: `${s}@plan.example`,
        clientData: { Plans: [{ type: "Buying", name: s, amount: 5, [s]: [s] }] },
      },
    })
      .then(() => client.signUp({ email: `${s}@plan.example` }))
      .then(() => api("GET", "/v1/plans?limit=1"))
      .then(() => api("GET", "/v1/leads?scope=withDeleted&include=Plans.ClientProfiles&limit=1")),
  "object keys": ({ api }, s) =>
    api("POST", leadsPath, {
      body: {
        ...valid,
        email: `${s}@keys.example`,
        [s]: 1,
        clientData: { [s]: { [`${s}.x`]: s } },
      },
    }),
  "a read-only field": ({ api }, s) =>
    api("POST", leadsPath, { body: { ...valid, email: `${s}@only.example`, id: s, createdAt: s } }),
  "an unknown parameter": ({ api }, s) => api("GET", `/v1/leads?${s}=${s}`),
  "a value of each parameter": ({ api }, s) =>
    Promise.all(
      ["limit", "offset", "order", "scope", "include", "filter", "includes"].map((name) =>
        api("GET", `/v1/leads?${name}=${s}`),
      ),
    ),
  "a number of a parameter": ({ api }) =>
    Promise.all([
      api("GET", "/v1/leads?offset=4165550188"),
      api("GET", "/v1/leads?limit=4165550188"),
    ]),
  "an invalid order": ({ api }, s) =>
    api("GET", `/v1/leads?order=${encodeURIComponent(`[["${s}","DESC"],["email",'${s}']]`)}`),
  "a filter of emails and names": ({ api }, s) =>
    Promise.all(
      [
        { email: `${s}@mail.example` },
        { email: s },
        { firstName: { $ne: s } },
        { lastName: { $gt: s } },
        { email: { $in: [`${s}@mail.example`, s] } },
        { [s]: s },
        { email: { [`$${s}`]: s } },
        { createdAt: s },
        { createdAt: { $lt: "2031-05-17T03:04:05.678Z" } },
        { deletedAt: null, updatedAt: { $gte: "2031-05-17T03:04:05.678Z" } },
      ].map((filter) =>
        api("GET", `/v1/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`),
      ),
    ),
  "a filter that is not an object": ({ api }, s) => api("GET", `/v1/leads?filter={${s}:"${s}"`),
  "a filter that finds a Lead": async ({ api }, s) => {
    await api("POST", leadsPath, { body: { ...valid, firstName: s, email: `${s}@found.example` } });
    const filters = [{ firstName: s }, { email: `${s}@found.example` }, { lastName: { $ne: s } }];
    await Promise.all(
      filters.map((filter) =>
        api("GET", `/v1/leads?limit=1&filter=${encodeURIComponent(JSON.stringify(filter))}`),
      ),
    );
  },
  "the content type": ({ api }, s) =>
    Promise.all(
      [
        `application/json; charset=utf-8; name=${s}`,
        `application/vnd.${s}+json`,
        `text/${s}`,
        `application/json ${s}`,
      ].map((type, at) =>
        api("POST", leadsPath, { body: { ...valid, email: `${s}@type${at}.example` }, type }),
      ),
    ),
  "an id in the path": ({ api }, s) =>
    Promise.all([
      api("GET", `/v1/leads/${s}`),
      api("PATCH", `/v1/leads/${s}`, { body: { firstName: s } }),
      api("GET", `/v1/firms/${s}/leads`),
      api("GET", `/v1/plans/${s}%20${s}`),
      api("GET", `/v1/leads/${s}@mail.example`),
      api("GET", `/v1/leads/${s}`, { key: null }),
      api("GET", `/v1/leads/${s}?scope=${s}`),
    ]),
  "a body that is not JSON": ({ api }, s) => api("POST", leadsPath, { text: `{"${s}": ${s}` }),
  "a body that is not an object": ({ api }, s) => api("POST", leadsPath, { text: `["${s}"]` }),
  "a person who exists already": async ({ api }, s) => {
    const body = { ...valid, email: `${s}@twice.example`, firstName: s, lastName: s };
    await api("POST", leadsPath, { body: { ...body, referredByReferralCodeId: "HPcode01" } });
    await api("POST", leadsPath, { body: { ...body, referredByReferralCodeId: "HPcode01" } });
  },
  "an invalid key": ({ api }, s) => api("GET", "/v1/leads", { key: s }),
};

function textOf(pact: RecordedPact): string {
  const contents = Array.from(
    JSON.stringify(pact).matchAll(/"content":"([^"]*)"/g),
    ([, content = ""]) => Buffer.from(content, "base64").toString("utf8"),
  );
  return [decodeURIComponent(JSON.stringify(pact).replaceAll("%FF", "")), ...contents].join("\n");
}

describe("GET pact: data that a client sent", () => {
  // One verifier for all pacts, as it takes longer to start than to verify one.
  it("is replaced in each place, and each pact verifies", async () => {
    const recorder = newRecorder();
    const recorded: { place: string; pact: RecordedPact }[] = [];
    for (const [place, send] of Object.entries(places)) {
      // oxlint-disable-next-line no-await-in-loop -- one sandbox, as opening one takes longer than a place
      await recorder.client.reset();
      // oxlint-disable-next-line no-await-in-loop -- see above
      expect((await recorder.pact()).interactions).toEqual([]);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await send(recorder, "Qvj7hwkz");
      // oxlint-disable-next-line no-await-in-loop -- see above
      recorded.push({ place, pact: await recorder.pact() });
    }
    const placesWhere = (isSo: (pact: RecordedPact) => boolean) =>
      recorded.filter(({ pact }) => isSo(pact)).map(({ place }) => place);
    expect(placesWhere(({ interactions }) => interactions.length === 0)).toEqual([]);
    const secret = /qvj7hwkz|valid@|vera|4165550188|2031-05-17/i;
    expect(placesWhere((pact) => secret.test(textOf(pact)))).toEqual([]);
    expect(misfits(await verified(recorded.map(({ pact }) => pact)))).toEqual([]);
  });

  it("is replaced for any values in all of these places at once", async () => {
    const { seed, numRuns } = seeded<unknown>(sized(1, 3));
    const secrets = fc
      .array(fc.stringMatching(/^[B-HJ-NP-Wb-hj-np-w]{4}[2-9][b-hj-np-w]{3,8}$/), {
        minLength: 30,
        maxLength: 30,
      })
      .map((texts) => [...new Set(texts)]);
    await fc.assert(
      fc.asyncProperty(secrets, async (texts) => {
        const recorder = newRecorder(5_000);
        for (const [at, send] of Object.values(places).entries()) {
          // oxlint-disable-next-line no-await-in-loop -- one place after the other
          await send(recorder, texts[at % texts.length] ?? "");
        }
        const pact = await recorder.pact();
        const text = textOf(pact).toLowerCase();
        expect(texts.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([]);
        expect(misfits(await verified([pact]))).toEqual([]);
      }),
      { ...(seed === undefined ? {} : { seed }), numRuns: numRuns ?? 1 },
    );
  }, 120_000);
});

describe("GET pact: a workflow that the fixture describes", () => {
  it("keeps its name, its field names and enum values, and no other value", async () => {
    const { api, client, pact } = newRecorder();
    const properties = { leadNumber: { type: "string" }, mood: { enum: ["keen", "cold"] } };
    const answer = { status: 200, body: { data: { accepted: true } } };
    const workflow = { id: "call-back", method: "POST", request: { properties }, answer } as const;
    await client.state.put({ ...(await client.state.get()), workflows: [workflow] });
    const body = { leadNumber: "Qvj7hwkz", mood: "keen", Qvj7hwkz: 1 };
    await api("POST", "/v1/workflows/call-back", { body });
    const recorded = await pact();
    expect(recorded.interactions[0]?.request).toMatchObject({
      path: "/v1/workflows/call-back",
      body: { content: { leadNumber: "Text 1", mood: "keen", field1: 100 } },
    });
    expect(textOf(recorded)).not.toContain("Qvj7hwkz");
  });
});
