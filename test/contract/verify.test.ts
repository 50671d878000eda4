import { describe, expect, it } from "vitest";

import { isRemote } from "../support/target.ts";
import type { Said } from "./pacts.ts";
import { pactOf, verified, watchedSandbox } from "./pacts.ts";

const madeLead = {
  states: [{ name: "an active lead exists", params: { leadId: "LeadMade" } }],
  path: "/v1/leads/LeadMade",
} as const;

const created = {
  method: "POST",
  path: "/v1/firms/Harb0rPt/leads",
  headers: { "Content-Type": "application/json" },
  body: { email: "new@example.com", firstName: "Nora", lastName: "New" },
  status: 201,
} as const;

/** The outcome of each interaction, by its description. */
async function outcomes(interactions: readonly Said[]) {
  const report = await verified([pactOf(interactions)]);
  return Object.fromEntries(report.interactions.map((one) => [one.description, one.passed]));
}

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("the world of an interaction", () => {
  it("is fresh: it has nothing of the previous interaction", async () => {
    const went = await outcomes([
      { description: "makes", ...created },
      { description: "makes again", ...created },
      { description: "has a lead", ...madeLead },
      { description: "has none", path: madeLead.path, status: 404 },
    ]);
    expect(went).toEqual({
      makes: true,
      "makes again": true,
      "has a lead": true,
      "has none": true,
    });
  });

  it("is fresh after an interaction whose state failed", async () => {
    const went = await outcomes([
      {
        description: "fails",
        ...madeLead,
        states: [...madeLead.states, "no such state"],
      },
      { description: "has none", path: madeLead.path, status: 404 },
    ]);
    expect(went).toEqual({ fails: false, "has none": true });
  });

  it("has only the key of its own states", async () => {
    const went = await outcomes([
      { description: "revoked", states: ["the API key has been revoked"], status: 401 },
      { description: "unknown state", states: ["the API key has been revoked", "no such state"] },
      { description: "works" },
    ]);
    expect(went).toEqual({ revoked: true, "unknown state": false, works: true });
  });

  it("fails for a state with wrong parameters, and not for the same state with valid ones", async () => {
    const went = await outcomes([
      { description: "wrong", states: [{ name: "an active lead exists", params: { id: "x" } }] },
      { description: "right", ...madeLead },
    ]);
    expect(went).toEqual({ wrong: false, right: true });
  });

  it("combines several states, in their order", async () => {
    const went = await outcomes([
      {
        description: "lead and member",
        states: [
          { name: "a firm member exists", params: { firmMemberId: "MembMade" } },
          {
            name: "an active lead exists",
            params: { leadId: "LeadMade", firmMemberId: "MembMade" },
          },
        ],
        path: "/v1/firmMembers/MembMade/leads",
        answer: { data: [{ id: "LeadMade" }] },
      },
      {
        description: "emptied, then one",
        states: [
          "there are no leads",
          { name: "an active lead exists", params: { leadId: "LeadMade" } },
        ],
        path: "/v1/leads",
        answer: { data: [{ id: "LeadMade" }] },
      },
    ]);
    expect(went).toEqual({ "lead and member": true, "emptied, then one": true });
  });

  it("is not changed by a pact's request to the control API", async () => {
    const went = await outcomes([
      {
        description: "asks for a state",
        method: "POST",
        path: "/_sandbox/pact/states",
        headers: { "Content-Type": "application/json" },
        body: { state: "1 no such state", action: "setup" },
        status: 404,
      },
      { description: "reads" },
    ]);
    expect(went).toEqual({ "asks for a state": true, reads: true });
  });

  it.each(["  An Active LEAD exists ", "an active lead exists"])(
    "accepts the state %j: case and outer spaces do not count",
    async (state) => {
      const went = await outcomes([{ description: "reads", states: [state] }]);
      expect(went).toEqual({ reads: true });
    },
  );
});

describe.skipIf(isRemote)("an unstable provider", () => {
  it("passes with a 500 that the pact expects, and gets the request once", async () => {
    const { options, emulated } = watchedSandbox();
    const failing = {
      description: "fails",
      states: [{ name: "the service fails", params: { status: 503 } }],
      status: 503,
    };
    const report = await verified([pactOf([failing])], options);
    expect(report.passed).toBe(true);
    expect(emulated()).toHaveLength(1);
  });

  it("fails the state when the control API fails, without a retry", async () => {
    const { options, sandbox } = watchedSandbox();
    let asked = 0;
    const { client } = options;
    const setUp = () => {
      asked += 1;
      return Promise.reject(new Error("The control API broke."));
    };
    const broken = { ...client, pact: { ...client.pact, setUp } };
    const report = await verified([pactOf([{ description: "reads", ...madeLead }])], {
      fetch: sandbox.fetch,
      client: broken,
    });
    expect(report.interactions[0]?.problems.map(({ message }) => message)).toEqual([
      "The control API broke.",
    ]);
    expect(asked).toBe(1);
  });

  it("reports a timeout of the verifier in one sentence", async () => {
    const late = verified([pactOf([{ description: "reads" }])], { timeoutMs: 1 });
    await expect(late).rejects.toThrow("Pact's verifier did not end within 1 ms.");
  });
});
