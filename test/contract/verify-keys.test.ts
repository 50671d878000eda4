import { describe, expect, it } from "vitest";

import { isRemote } from "../support/target.ts";
import type { Said } from "./pacts.ts";
import { pactOf, verified, watchedSandbox } from "./pacts.ts";

type Surface = Parameters<typeof verified>[1];

/** The key that the request of an interaction came with, and how it was answered. */
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
  it("a placeholder gets a key that works", async () => {
    expect(await sent({ key: "<your key>" })).toMatchObject({
      of: "Partner sandbox of Harb0rPt",
      passed: true,
    });
  });

  it("an empty one is a placeholder too", async () => {
    expect(await sent({ key: "" })).toMatchObject({ of: "Partner sandbox of Harb0rPt" });
  });

  it("one that is bad on purpose is kept, since 401 is expected", async () => {
    expect(await sent({ key: "bad", status: 401 })).toMatchObject({ key: "bad", passed: true });
  });

  it("one that is bad on purpose is kept next to a state that is not about keys", async () => {
    const went = await sent({ key: "bad", status: 401, states: ["an active lead exists"] });
    expect(went).toMatchObject({ key: "bad", passed: true });
  });

  it("a header that is not there stays away", async () => {
    expect(await sent({ key: null, status: 401 })).toMatchObject({ key: null, passed: true });
  });

  it("a header that is not there stays away next to a state that gives a key", async () => {
    const went = await sent({ key: null, status: 401, states: ["the API key is valid"] });
    expect(went).toMatchObject({ key: null, passed: true });
  });

  it("its name is case-insensitive", async () => {
    const went = await sent({ key: null, headers: { "x-api-KEY": "placeholder" } });
    expect(went).toMatchObject({ of: "Partner sandbox of Harb0rPt", passed: true });
  });

  it.each([
    ["the API key is valid", 200],
    ["the API key is unknown", 401],
    ["the API key has been revoked", 401],
    ["the API key has expired", 401],
    ["the API key belongs to the other environment", 401],
    ["the API key belongs to the other API", 403],
    ["the API key has used its quota", 429],
    ["the API key has used its burst", 429],
  ])("the state %j overrides it: %i", async (state, status) => {
    expect(await sent({ states: [state], status })).toMatchObject({ status, passed: true });
  });

  it("a state about keys decides also when another state gives a key after it", async () => {
    const states = ["the API key has been revoked", "an active lead exists"];
    expect(await sent({ states, status: 401 })).toMatchObject({ passed: true });
  });

  it("a state of another Firm brings a key of that Firm", async () => {
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
    // The fixture's own Leads belong to the sandbox (rule env.data).
    const states = [{ name: "an active lead exists", params: { leadId: "LeadMade" } }];
    const said = { states, path: "/v1/leads/LeadMade" };
    expect(await sent(said, { surface })).toMatchObject({ status: 200, passed: true });
  });

  it("the number of the interaction is not sent on", async () => {
    const { options, emulated } = watchedSandbox();
    await verified([pactOf([{ description: "asks" }])], options);
    expect(emulated()[0]?.headers.has("x-lead-sandbox-interaction")).toBe(false);
  });
});
