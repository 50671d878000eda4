import { describe, expect, it } from "vitest";

import { isRemote } from "../support/target.ts";
import type { Said } from "./pacts.ts";
import { pactOf, verified, watchedSandbox } from "./pacts.ts";

type Surface = Parameters<typeof verified>[1];

/** The key of an interaction's request at the sandbox, and the status of its answer. */
async function sent(said: Omit<Said, "description">, surface: Surface = {}) {
  const { options, sandbox, emulated } = watchedSandbox();
  const known = sandbox.workspace().keys();
  const pact = pactOf([{ description: "asks", ...said }]);
  const report = await verified([pact], { ...options, ...surface });
  const key = emulated()[0]?.headers.get("x-api-key") ?? null;
  const own = known.find((one) => one.key === key);
  return {
    key,
    of: own === undefined ? null : `${own.roleType} ${own.environment} of ${own.firmId}`,
    status: report.interactions[0]?.answer?.status,
    passed: report.passed,
  };
}

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("the API key of a request", () => {
  it("is replaced by a valid key when it is a placeholder", async () => {
    expect(await sent({ key: "<your key>" })).toMatchObject({
      of: "Partner sandbox of Harb0rPt",
      passed: true,
    });
  });

  it("is replaced by a valid key when it is empty", async () => {
    expect(await sent({ key: "" })).toMatchObject({ of: "Partner sandbox of Harb0rPt" });
  });

  it("is kept when it is invalid on purpose and 401 is expected", async () => {
    expect(await sent({ key: "bad", status: 401 })).toMatchObject({ key: "bad", passed: true });
  });

  it("is kept when it is invalid on purpose, next to a state that is not about keys", async () => {
    const went = await sent({ key: "bad", status: 401, states: ["an active lead exists"] });
    expect(went).toMatchObject({ key: "bad", passed: true });
  });

  it("is not added when the request has none", async () => {
    expect(await sent({ key: null, status: 401 })).toMatchObject({ key: null, passed: true });
  });

  it("is not added when the request has none, next to a state that provides a key", async () => {
    const went = await sent({ key: null, status: 401, states: ["the API key is valid"] });
    expect(went).toMatchObject({ key: null, passed: true });
  });

  it("is found in a header name of any case", async () => {
    const went = await sent({ key: null, headers: { "x-api-KEY": "placeholder" } });
    expect(went).toMatchObject({ of: "Partner sandbox of Harb0rPt", passed: true });
  });

  it("is overridden by each state about keys", async () => {
    const statuses = {
      "the API key is valid": 200,
      "the API key is unknown": 401,
      "the API key has been revoked": 401,
      "the API key has expired": 401,
      "the API key belongs to the other environment": 401,
      "the API key belongs to the other API": 403,
      "the API key has used its quota": 429,
      "the API key has used its burst": 429,
    };
    const said = Object.entries(statuses).map(([state, status]): Said => ({
      description: state,
      states: [state],
      status,
    }));
    const { interactions, passed } = await verified([pactOf(said)]);
    const answered = interactions.map(({ description, answer }) => [description, answer?.status]);
    expect(Object.fromEntries(answered)).toEqual(statuses);
    expect(passed).toBe(true);
  });

  it("comes from a state about keys, even if a later state also provides a key", async () => {
    const states = ["the API key has been revoked", "an active lead exists"];
    expect(await sent({ states, status: 401 })).toMatchObject({ passed: true });
  });

  it("belongs to the Firm of the state", async () => {
    const states = [
      { name: "an active lead exists", params: { leadId: "LeadMade", firmId: "FirmMade" } },
    ];
    const went = await sent({ states, path: "/v1/leads/LeadMade" });
    expect(went).toMatchObject({ of: null, passed: true });
  });

  it.each([
    { api: "Partner", environment: "sandbox" },
    { api: "Partner", environment: "production" },
    { api: "Realtor", environment: "sandbox" },
    { api: "Realtor", environment: "production" },
  ] as const)("works where the request goes: $api $environment", async (surface) => {
    // The fixture's Leads belong to the sandbox (rule env.data).
    const states = [{ name: "an active lead exists", params: { leadId: "LeadMade" } }];
    const said = { states, path: "/v1/leads/LeadMade" };
    expect(await sent(said, { surface })).toMatchObject({ status: 200, passed: true });
  });

  it("arrives without the number of the interaction", async () => {
    const { options, emulated } = watchedSandbox();
    await verified([pactOf([{ description: "asks" }])], options);
    expect(emulated()[0]?.headers.has("x-lead-sandbox-interaction")).toBe(false);
  });
});
