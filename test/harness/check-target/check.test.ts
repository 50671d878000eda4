import { describe, expect, it } from "vitest";

import { ruleIds, ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { partIdsAsked } from "../../../src/harness/check-target/probes/probe.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import { spread } from "../../long/size.ts";
import type { Asked } from "./target.ts";
import { check, sharedReference, startAsked } from "./target.ts";

type Pair = readonly [rule: string, choice: string];

interface Five {
  readonly name: string;
  readonly assumptions: Readonly<Record<string, string>>;
}

/**
 * Alternatives that a check does not detect. Only a 429 shows the first, which a check does not provoke. Under the
 * other, a check can create no Lead, and denies lead.create.firm.
 */
const undetected: ReadonlySet<string> = new Set(["retry-after", "with-parent"]);

const asked = new Set(probes.map(({ rule }) => rule));

/** Every alternative that a probe can detect. */
const alternatives: readonly Pair[] = ruleIds
  .filter((rule) => asked.has(rule))
  .flatMap((rule) => (ruleOf(rule).alternatives ?? []).map((choice): Pair => [rule, choice]))
  .filter(([, choice]) => !undetected.has(choice));

/** Groups of five alternatives of different rules, spread over the catalogue. */
function fives(): readonly Five[] {
  const count = Math.ceil(alternatives.length / 5);
  const dealt = Array.from({ length: count }, (_, hand) =>
    alternatives.filter((_pair, index) => index % count === hand),
  );
  return dealt.map((pairs) => {
    const rules = new Set(pairs.map(([rule]) => rule));
    const more = alternatives.filter(([rule]) => !rules.has(rule)).slice(0, 5 - pairs.length);
    const assumptions = Object.fromEntries([...pairs, ...more]);
    return { name: Object.entries(assumptions).map(String).join(" "), assumptions };
  });
}

/** Expects that all requests have or lack the version, as `path` does. */
async function expectOnePrefix(service: Asked, path: string): Promise<void> {
  const urls = (await service.journal()).map(({ url }) => url);
  const prefixes = urls
    .filter((url) => !url.startsWith("/v2/"))
    .map((url) => url.startsWith("/v1/"));
  // The prefix question sends the path with the other prefix.
  expect(prefixes.filter((has) => has !== path.startsWith("/v1"))).toHaveLength(1);
}

describe("checkTarget", () => {
  it("has at least six groups of five rules, with every alternative that a probe can detect", () => {
    const sizes = fives().map(({ assumptions }) => Object.keys(assumptions).length);
    expect(sizes.length).toBeGreaterThanOrEqual(6);
    expect(sizes).toEqual(sizes.map(() => 5));
    const covered = new Set(
      fives().flatMap((five) => Object.entries(five.assumptions).map(String)),
    );
    expect(covered).toEqual(new Set(alternatives.map(String)));
  });

  it.each(spread(fives(), 1))("reports exactly $name", async ({ assumptions }) => {
    const second = await startAsked({ assumptions });
    const report = await check(second, sharedReference());
    const denied = report.verdicts.filter(({ verdict }) => verdict === "denied");
    expect(report.stopped).toBeNull();
    expect(report.assumptions).toEqual(assumptions);
    expect(denied.map(({ rule }) => rule).toSorted()).toEqual(Object.keys(assumptions).toSorted());
  });

  it("confirms a sandbox with the defaults, asked over HTTP with the version in the base URL, in every part that a probe asks, and names the alternatives that no probe can distinguish", async () => {
    const service = await startAsked();
    const report = await check(service, sharedReference(), { baseUrl: `${service.url}/v1` });
    await expectOnePrefix(service, "/v1");
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
    const confirmed = report.verdicts.flatMap(({ rule, parts }) =>
      parts.asked.map((part) => `${rule}#${part}`),
    );
    expect(confirmed.toSorted()).toEqual([...new Set(probes.flatMap(partIdsAsked))].toSorted());
    expect(report.assumptions).toEqual({});
    const alike = report.verdicts.filter(({ reason }) => reason.includes("would look the same"));
    expect(alike.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([
      "quota.headers: It does as the sandbox does, as far as it was asked. retry-after would look the same here.",
    ]);
  });

  it.each([
    { name: "with a slash at its end", path: "/v1/" },
    { name: "without the version", path: "" },
  ])("takes a base URL $name", async ({ path }) => {
    const service = await startAsked();
    const report = await check(service, sharedReference(), { baseUrl: `${service.url}${path}` });
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
    await expectOnePrefix(service, path);
  });
});
