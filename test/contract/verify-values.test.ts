import { describe, expect, it } from "vitest";

import { isRemote } from "../support/target.ts";
import { interactionOf, pactOf, verified, watchedSandbox } from "./pacts.ts";

/** Verifies one interaction whose request has values of its states; returns the requested URL. */
async function asked(states: readonly object[], request: object, version: string) {
  const { options, emulated } = watchedSandbox();
  const interaction = interactionOf({ description: "reads" });
  const headers = { "X-API-Key": version === "4.0" ? ["k"] : "k" };
  const pact = {
    ...pactOf([]),
    interactions: [
      { ...interaction, providerStates: states, request: { method: "GET", headers, ...request } },
    ],
    metadata: { pactSpecification: { version } },
  };
  const { passed } = await verified([pact], options);
  const [sent] = emulated();
  return { passed, url: sent === undefined ? null : new URL(sent.url) };
}

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("values that a state returns", () => {
  const state = { name: "an active lead exists", params: { firmId: "FirmMade" } };

  it.each(["3.0.0", "4.0"])(
    "are inserted in the path of a pact of specification %s",
    async (version) => {
      const expression = "/v1/leads/${leadId}";
      const generators = { path: { type: "ProviderState", expression } };
      const { passed, url } = await asked(
        [state],
        { path: "/v1/leads/example", generators },
        version,
      );
      expect(url?.pathname).toMatch(/^\/v1\/leads\/(?!example)\w+$/);
      expect(passed).toBe(true);
    },
  );

  it("are inserted in the query", async () => {
    const generators = {
      query: { "filter[email]": { type: "ProviderState", expression: "${email}" } },
    };
    const query = { "filter[email]": ["example"] };
    const { url } = await asked([state], { path: "/v1/leads", query, generators }, "4.0");
    expect(url?.searchParams.get("filter[email]")).toBe("lena.lead@example.com");
  });

  it("override those of an earlier state with the same name", async () => {
    const states = ["LeadOne", "LeadTwo"].map((leadId, index) => ({
      name: "an active lead exists",
      params: { leadId, email: `lead${index}@example.com` },
    }));
    const expression = "/v1/leads/${leadId}";
    const generators = { path: { type: "ProviderState", expression } };
    const { url } = await asked(states, { path: "/v1/leads/example", generators }, "4.0");
    expect(url?.pathname).toBe("/v1/leads/LeadTwo");
  });
});
