import { describe, expect, it } from "vitest";

import { misfits, newRecorder, verified } from "./recorded.ts";

const lead = { email: "maya@mail.example", firstName: "Maya", lastName: "Moreau" };
const leadsPath = "/v1/firms/Harb0rPt/leads";

describe("GET pact: the key", () => {
  it("stays empty if the client sent an empty one, and verifies", async () => {
    const { api, pact } = newRecorder();
    await api("GET", "/v1/leads", { key: "" });
    const recorded = await pact();
    const [{ request, response } = { request: null, response: null }] = recorded.interactions;
    expect(request?.["headers"]).toEqual({ "X-API-Key": [""] });
    expect(request).not.toHaveProperty("generators");
    expect(response?.status).toBe(401);
    expect(misfits(await verified([recorded]))).toEqual([]);
  });

  it("distinguishes an empty key from a missing one", async () => {
    const { api, pact } = newRecorder();
    await api("GET", "/v1/leads", { key: null });
    await api("GET", "/v1/leads", { key: "" });
    const { interactions } = await pact();
    expect(interactions.map(({ request }) => request["headers"])).toEqual(
      expect.arrayContaining([{}, { "X-API-Key": [""] }]),
    );
  });
});

describe("GET pact: the traffic of a parallel test suite", () => {
  it("gives the same bytes for any order of the tests", async () => {
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ];
    const pacts: string[] = [];
    for (const [run, order] of orders.entries()) {
      const recorder = newRecorder();
      const tests = suite(recorder, `r${run}x`);
      for (const at of order) {
        // oxlint-disable-next-line no-await-in-loop -- the order is the point
        await tests[at]?.();
      }
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      pacts.push(JSON.stringify(await recorder.pact()));
    }
    expect(JSON.parse(pacts[0] ?? "").interactions.length).toBeGreaterThan(7);
    expect(new Set(pacts).size).toBe(1);
  });
});

/** Three tests, each with its own person. */
function suite({ api, client }: ReturnType<typeof newRecorder>, run: string) {
  const person = (name: string) => ({ ...lead, email: `${name}-${run}@mail.example` });
  return [
    async () => {
      const made = await api("POST", leadsPath, { body: person("one") });
      const id = /"id":"([^"]+)"/.exec(made)?.[1] ?? "";
      await api("GET", `/v1/leads/${id}`);
      await api("PATCH", `/v1/leads/${id}`, { body: { firstName: `Name${run}` } });
      await api("GET", "/v1/leads?limit=2");
    },
    async () => {
      await api("POST", leadsPath, { body: person("two") });
      await api("POST", leadsPath, { body: person("two") });
      await api("POST", leadsPath, { body: { ...person("two"), email: `bad${run}` } });
    },
    async () => {
      await api("POST", leadsPath, {
        body: { ...person("three"), clientData: { Plans: [{ type: "Buying" }] } },
      });
      await client.signUp({ email: person("three").email });
      await api("GET", "/v1/plans");
    },
  ] as const;
}
