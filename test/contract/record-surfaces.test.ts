/** A recording verifies against the API, the environment and the choices that it is of. */
import { describe, expect, it } from "vitest";

import { misfits, newRecorder, partnerKey, verified } from "./recorded.ts";

const lead = { email: "maya@mail.example", firstName: "Maya", lastName: "Moreau" };
const key = (digit: string): string => partnerKey.replaceAll("1", digit);

describe("GET pact: another API, environment or choice", () => {
  it.each([
    { host: "realtor", own: "3", foreign: "1", other: "4", keyId: "MRkeySbx", firmId: "MapleRow" },
    {
      host: "partner-production",
      own: "2",
      foreign: "4",
      other: "1",
      keyId: "HPkeyPrd",
      firmId: "Harb0rPt",
    },
    {
      host: "realtor-production",
      own: "4",
      foreign: "2",
      other: "3",
      keyId: "MRkeyPrd",
      firmId: "MapleRow",
    },
  ])("verifies against the surface $host", async ({ host, own, foreign, other, keyId, firmId }) => {
    const { api, client, pact } = newRecorder();
    const sent = { host, key: key(own) };
    const path = `/v1/firms/${firmId}/leads`;
    await api("POST", path, { ...sent, body: lead });
    await api("GET", path, sent);
    await api("GET", "/v1/leads", sent);
    await api("GET", "/v1/leads", { host, key: key(foreign) });
    await api("GET", "/v1/leads", { host, key: key(other) });
    await client.quotas.use(keyId, { count: 500, over: "PT15M" });
    await api("GET", "/v1/leads", sent);
    const recorded = await pact();
    const statuses = recorded.interactions.map(({ response }) => response.status);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 401, 403, 429]));
    const [api_ = "", environment = "sandbox"] = host.split("-");
    const report = await verified([recorded], undefined, {
      api: api_ === "realtor" ? "Realtor" : "Partner",
      environment: environment === "production" ? "production" : "sandbox",
    });
    expect(misfits(report)).toEqual([]);
  });

  it("sets the choices that decided an answer", async () => {
    const { api, client, pact } = newRecorder();
    await client.assumptions.set({ "lead.delete": "204" });
    await api("DELETE", "/v1/leads/LeadHPa1");
    await api("GET", "/v1/leads/LeadHPm1");
    const recorded = await pact();
    expect(
      recorded.interactions.map(({ response, providerStates: [first] }) => [
        response.status,
        first?.name,
      ]),
    ).toEqual([
      [204, "the rule is chosen"],
      [200, "there are no leads"],
    ]);
    expect(misfits(await verified([recorded]))).toEqual([]);
  });
});
