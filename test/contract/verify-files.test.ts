import { describe, expect, it } from "vitest";

import { isRemote } from "../support/target.ts";
import { interactionOf, pactOf, verified } from "./pacts.ts";

const madeLead = {
  states: [{ name: "an active lead exists", params: { leadId: "LeadMade" } }],
  path: "/v1/leads/LeadMade",
} as const;

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("the files of a verification", () => {
  it("are reported in their order, also when several have the same description", async () => {
    const report = await verified([
      pactOf([{ description: "reads", status: 404 }, { description: "another" }], "one"),
      pactOf([{ description: "reads" }], "two"),
      pactOf([{ description: "aaa", status: 404 }], "three"),
    ]);
    expect(report.interactions.map((one) => [one.source, one.consumer, one.passed])).toEqual([
      ["pact-1.json", "one", false],
      ["pact-1.json", "one", true],
      ["pact-2.json", "two", true],
      ["pact-3.json", "three", false],
    ]);
  });

  it("can have two interactions of the same description, which are distinguished", async () => {
    const report = await verified([
      pactOf([
        { description: "reads", status: 404 },
        { description: "reads", ...madeLead },
      ]),
    ]);
    expect(report.interactions.map(({ passed }) => passed)).toEqual([false, true]);
  });

  it.each([
    { version: "2.0.0", interaction: oldInteraction({ providerState: "an active lead exists" }) },
    { version: "3.0.0", interaction: oldInteraction({ providerStates: [...madeLead.states] }) },
    { version: "4.0", interaction: interactionOf({ description: "reads", ...madeLead }) },
  ])("may be of specification $version", async ({ version, interaction }) => {
    const path = version === "2.0.0" ? "/v1/leads/LeadHPa1" : madeLead.path;
    const request = { ...interaction.request, path };
    const pact = {
      ...pactOf([]),
      interactions: [{ ...interaction, request }],
      metadata: { pactSpecification: { version } },
    };
    const report = await verified([pact]);
    expect(report.interactions.map(({ problems, answer }) => [problems, answer?.status])).toEqual([
      [[], 200],
    ]);
  });

  it.each([
    { title: "no interactions", pacts: [] },
    { title: "one without interactions", pacts: [pactOf([])] },
  ])("$title is a failure", async ({ pacts }) => {
    expect(await verified(pacts)).toMatchObject({ interactions: [], findings: [], passed: false });
  });

  it("can be many: sixty interactions in six files", async () => {
    const many = Array.from({ length: 6 }, (_, file) =>
      pactOf(
        Array.from({ length: 10 }, (_one, index) => ({
          description: `reads ${file}.${index}`,
          status: index === file ? 404 : 200,
        })),
      ),
    );
    const { interactions } = await verified(many);
    expect(
      interactions.flatMap(({ description, passed }) => (passed ? [] : [description])),
    ).toEqual(["reads 0.0", "reads 1.1", "reads 2.2", "reads 3.3", "reads 4.4", "reads 5.5"]);
  });

  it("fail one by one: a file that Pact cannot load has a reason and does not affect the others", async () => {
    const broken = { ...oldInteraction({}), response: { matchingRules: { "$.body.x[": {} } } };
    const report = await verified([
      pactOf([{ description: "fails", status: 404 }]),
      { ...pactOf([]), interactions: [broken, broken], metadata: {} },
      pactOf([{ description: "fits" }]),
    ]);
    expect(
      report.interactions.map(({ problems }) => problems.map(({ message }) => message)),
    ).toEqual([
      ["expected 404 but was 200"],
      [expect.stringMatching(/^Failed to load pact .*pact-2\.json.* path expression/)],
      [expect.stringMatching(/^Failed to load pact .*pact-2\.json.* path expression/)],
      [],
    ]);
  });

  it("can have a result that is larger than the buffer of a pipe", async () => {
    const answer = { data: Object.fromEntries(names(3_000).map((name) => [name, name])) };
    const { interactions } = await verified([pactOf([{ description: "reads", answer }])]);
    expect(interactions[0]?.problems[0]?.message.length).toBeGreaterThan(3_000 * 20);
  });
});

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `field-that-is-not-there-${index}`);
}

function oldInteraction(states: object) {
  return {
    description: "reads",
    ...states,
    request: { method: "GET", headers: { "X-API-Key": "placeholder" } },
    response: { status: 200 },
  };
}
