/** Which calls of a run a variation changes. */
import { describe, expect, it } from "vitest";

import type { CallId, PlannedVariation } from "../../../src/harness/explore/model.ts";
import { newVariationMatcher } from "../../../src/harness/explore/variations/matcher.ts";
import type { MatcherRequest } from "../../../src/harness/explore/variations/matcher.ts";
import { callId, planned } from "./made-up.ts";

const maya = callId("maya@example.com");
const noor = callId("noor@example.com");
const list = callId(null, { operation: "get-leads-for-firm" });

interface Sent {
  readonly id: CallId;
  readonly atMs?: number;
  readonly key?: string;
  readonly query?: string;
}

const requestOf = ({ key = "a", query = "" }: Sent): MatcherRequest => ({
  keyText: key,
  target: { query },
  request: new Request("http://127.0.0.1/"),
});

/** What happens to each call: `varied`, `also` for a later one that the fault affects, or `-`. */
function matched(what: PlannedVariation, ...sent: readonly Sent[]): string {
  const { match } = newVariationMatcher([what]);
  return sent
    .map((one) => match(one.id, requestOf(one), one.atMs ?? 0))
    .map((found) => (found === null ? "-" : found.isVariedCall ? "varied" : "also"))
    .join(" ");
}

const repeated = { ...maya, ordinal: 2 };
const inOther = { ...maya, workspace: "other", ordinal: 2 };

describe("a fault", () => {
  it.each<readonly [string, PlannedVariation, readonly Sent[], string]>([
    [
      "changes its call only",
      planned("503"),
      [{ id: noor }, { id: maya }, { id: repeated }],
      "- varied -",
    ],
    [
      "of a key refuses its calls for two seconds",
      planned("429"),
      [{ id: noor }, { id: maya }, { id: noor, atMs: 1_999 }, { id: noor, atMs: 2_000 }],
      "- varied also -",
    ],
    [
      "of a key leaves other keys alone",
      planned("429"),
      [
        { id: maya, key: "a" },
        { id: noor, key: "b" },
        { id: list, key: "a" },
      ],
      "varied - also",
    ],
    [
      "of an outage changes every later call",
      planned("outage"),
      [{ id: list }, { id: maya }, { id: list, key: "b", atMs: 1e9 }],
      "- varied also",
    ],
    [
      "of a workspace leaves others alone",
      planned("outage", { workspace: "default" }),
      [{ id: maya }, { id: inOther }, { id: repeated }],
      "varied - also",
    ],
    [
      "without a workspace changes others, too",
      planned("outage"),
      [{ id: maya }, { id: inOther }],
      "varied also",
    ],
    [
      "of a person changes later calls about the person",
      planned("poison", { family: "faults" }),
      [{ id: maya }, { id: repeated }, { id: noor }, { id: { ...maya, operation: "patch-Lead" } }],
      "varied also - -",
    ],
  ])("%s", (_name, what, sent, expected) => {
    expect(matched(what, ...sent)).toBe(expected);
  });

  it("of six refusals ends after them", () => {
    const calls = Array.from({ length: 8 }, (_, at) => ({ id: { ...maya, ordinal: at + 1 } }));
    expect(matched(planned("429×6"), ...calls)).toBe("varied also also also also also - -");
  });

  it("of a page changes later reads of the page", () => {
    const page = planned("page-503", { family: "rough", call: list });
    const read = (ordinal: number, query: string) => ({ id: { ...list, ordinal }, query });
    const found = matched(page, read(1, "offset=0"), read(2, "offset=0"), read(3, "offset=20"));
    expect(found.split(" ")[0]).toBe("varied");
    expect(found.split(" ")[2]).toBe("-");
  });

  it("of an idle connection needs one that carried a call before", () => {
    expect(matched(planned("reset-idle"), { id: maya })).toBe("-");
  });

  it("that resets a connection is still to come until its call", () => {
    const { match, willReset } = newVariationMatcher([planned("reset-after")]);
    expect(willReset()).toBe(true);
    match(noor, requestOf({ id: noor }), 0);
    expect(willReset()).toBe(true);
    match(maya, requestOf({ id: maya }), 0);
    expect(willReset()).toBe(false);
    expect(newVariationMatcher([planned("503")]).willReset()).toBe(false);
  });

  it.each([
    ["reset-after", true],
    ["429", false],
    ["503", false],
    ["hang", false],
    ["500-after", true],
    ["reset-before", false],
    ["slow", true],
    ["malformed", true],
    ["empty", true],
    ["outage", false],
    ["401", false],
    ["409", false],
    ["422", false],
    ["429×6", false],
    ["hang-60", false],
  ])("%s: the call is carried out: %s", (variation, carriesOut) => {
    const found = newVariationMatcher([planned(variation)]).match(maya, requestOf({ id: maya }), 0);
    expect(found).toMatchObject({ variation, carriesOut });
    expect(found?.tookEffect()).toBe(true);
  });

  it.each([
    ["crash", true],
    ["crash-before", false],
    ["key-revoked", false],
    ["key-revoked-after-write", true],
    ["lost-then-outage", true],
    ["converted-after-call", false],
    ["archived-after-call", false],
  ])("of a rough day, %s: the call is carried out: %s", (variation, carriesOut) => {
    const what = planned(variation, { family: "rough" });
    const found = newVariationMatcher([what]).match(maya, requestOf({ id: maya }), 0);
    expect(found).toMatchObject({ variation, carriesOut });
  });
});

const violation = (given: Partial<PlannedVariation> = {}) =>
  planned("duplicates-accepted", { family: "violations", call: null, ...given });

describe("a violation", () => {
  it("changes calls of its operations, or of the planned one only", () => {
    const sent = [{ id: maya }, { id: list }];
    expect(matched(violation(), ...sent)).toBe("also -");
    expect(matched(violation({ operation: "get-leads-for-firm" }), ...sent)).toBe("- -");
    expect(matched(violation({ operation: "post-leads-for-firm" }), ...sent)).toBe("also -");
  });

  it("has no effect until it changed something", () => {
    const found = newVariationMatcher([violation()]).match(maya, requestOf({ id: maya }), 0);
    expect(found?.tookEffect()).toBe(false);
    expect(found).toMatchObject({ isVariedCall: false, carriesOut: true });
  });
});

describe("evolution", () => {
  it("changes every call", () => {
    const what = planned("extra-field", { family: "evolution", call: null });
    expect(matched(what, { id: maya }, { id: list })).toBe("also also");
  });
});

const shown = (given: Partial<PlannedVariation>, workspace = "default") =>
  newVariationMatcher([planned("503", given)]).shown("trial-1", workspace);

describe("the variation that a workspace shows", () => {
  it("is that of its own, or of the whole run", () => {
    expect(shown({ workspace: null }, "any")).toMatchObject({ id: "trial-1", variation: "503" });
    expect(shown({ workspace: "default" })).toMatchObject({
      operation: "post-leads-for-firm",
      subject: "maya@example.com",
    });
    expect(shown({ workspace: "default" }, "other")).toBeNull();
    expect(newVariationMatcher([]).shown("trial-1", "default")).toBeNull();
  });

  it("names the operation and the choices where there are some", () => {
    expect(shown({ call: null })).not.toHaveProperty("operation");
    expect(shown({ call: null, operation: "get-lead" })).toMatchObject({ operation: "get-lead" });
    expect(shown({})).not.toHaveProperty("choices");
    expect(shown({ choices: { "list.limit": "clamped" } })).toMatchObject({
      choices: { "list.limit": "clamped" },
    });
  });
});
