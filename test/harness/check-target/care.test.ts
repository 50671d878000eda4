import { describe, expect, it } from "vitest";

import { probesToAsk } from "../../../src/harness/check-target/ask/order.ts";
import type { CheckPlan, ConformanceReport } from "../../../src/harness/check-target/check.ts";
import { plannedCheck } from "../../../src/harness/check-target/check.ts";
import { partIdsAsked } from "../../../src/harness/check-target/probes/probe.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import type { Asked } from "./target.ts";
import { check, facts, sharedReference, startAsked } from "./target.ts";

let announced: Promise<CheckPlan> | null = null;

/** The size of a check with all facts of a correct service. */
function planOfAll(): Promise<CheckPlan> {
  return (announced ??= plannedCheck(facts, sharedReference()));
}

const fewFacts = {
  ...facts,
  firmMemberId: null,
  foreignFirmId: null,
  otherApiKey: null,
  otherEnvironmentKey: null,
};

/** What a check did to its target, in the terms of its plan. */
async function doneBy({ verdicts }: ConformanceReport, asked: Asked): Promise<CheckPlan> {
  const { data } = await asked.client.leads.list();
  const own = data.filter(({ email }) => email.includes("+"));
  return {
    questions: verdicts.flatMap(({ parts }) => parts.asked).length,
    requests: (await asked.journal()).length,
    created: own.length,
    deleted: own.filter(({ deletedAt }) => deletedAt !== null).length,
  };
}

function deniedIn({ verdicts }: ConformanceReport): readonly string[] {
  return verdicts.filter(({ verdict }) => verdict === "denied").map(({ rule }) => rule);
}

// One check of all questions shows them all, as it takes seconds.
describe("the effects of a check on its target", () => {
  it("are those that plannedCheck announces, within a budget of exactly its requests: Leads with addresses of the tester, each once for a parent, without mail; other records stay as they were, and so does the result of a second run", async () => {
    const plan = await planOfAll();
    const asked = await startAsked();
    const before = (await asked.client.leads.list()).data;
    const options = { requestsMax: plan.requests, run: "mfoo1234abcd" };
    const report = await check(asked, sharedReference(), options);
    expect(report.stopped).toBeNull();
    expect(await doneBy(report, asked)).toEqual(plan);
    const posts = (await asked.journal()).filter(({ method }) => method === "POST");
    expect(posts.length).toBeGreaterThan(20);
    expect(posts.filter(({ url }) => !url.includes("disableClientOutreach=true"))).toEqual([]);
    expect((await asked.client.emails.list()).meta.total).toBe(0);
    const all = (await asked.client.leads.list()).data;
    const after = new Map(all.map((lead) => [lead.id, lead]));
    expect(before.map(({ id }) => after.get(id))).toEqual(before);
    expectOwnAddresses(all, report.created);
    const again = await check(asked, sharedReference(), { run: "second" });
    expect([deniedIn(report), deniedIn(again)]).toEqual([[], []]);
  });
});

/** Expects addresses of the tester with a local part of at most 64 characters, each once for a parent. */
function expectOwnAddresses(
  all: readonly { readonly email: string; readonly resourceId: string | null }[],
  created: number,
): void {
  const leads = all.filter(({ email }) => email.includes("+"));
  const emails = leads.map(({ email }) => email);
  const isOwn = /^tester\+mfoo1234abcd-[\w-]+@example\.com$/;
  expect(emails.filter((email) => !isOwn.test(email))).toEqual([]);
  expect(Math.max(...emails.map((email) => email.indexOf("@")))).toBeLessThanOrEqual(64);
  const uses = leads.map(({ email, resourceId }) => `${resourceId} ${email}`);
  expect(new Set(uses).size).toBe(created);
}

describe("plannedCheck", () => {
  it("announces what a check with only required facts does", async () => {
    const reference = sharedReference();
    const plan = await plannedCheck(fewFacts, reference);
    const asked = await startAsked();
    const report = await check(asked, reference, { facts: fewFacts });
    expect(await doneBy(report, asked)).toEqual(plan);
  });
});

describe("the budget", () => {
  it("that is one request too small skips the last question and reports that", async () => {
    const asked = await startAsked();
    const requestsMax = (await planOfAll()).requests - 1;
    const { stopped, verdicts } = await check(asked, sharedReference(), { requestsMax });
    expect(stopped).toEqual({
      cause: "budget",
      reason: `The budget of ${requestsMax} requests is used up.`,
    });
    expect(await asked.journal()).toHaveLength(requestsMax);
    const order = await probesToAsk({ facts, among: probes }, sharedReference());
    const last = order.flatMap(partIdsAsked).at(-1);
    const rest = new Set(probes.flatMap(partIdsAsked).filter((part) => part !== last));
    const answered = verdicts.flatMap(({ rule, parts }) =>
      parts.asked.map((part) => `${rule}#${part}`),
    );
    expect(new Set(answered)).toEqual(rest);
    const open = verdicts.flatMap(({ rule, parts }) =>
      parts.notAsked.map(({ part, reason }) => ({ part: `${rule}#${part}`, reason })),
    );
    expect(open.find(({ part }) => part === last)?.reason).toBe("It came to an end before");
  });

  it.each([1, 2, 30])("of %i limits the number of requests", async (requestsMax) => {
    const asked = await startAsked();
    const report = await check(asked, sharedReference(), { requestsMax });
    expect(await asked.journal()).toHaveLength(requestsMax);
    expect(report.requests).toBe(requestsMax);
    expect(report.stopped?.cause).toBe("budget");
  });
});

describe("a quota", () => {
  it("delays the check and is not evidence", async () => {
    const asked = await startAsked({ quota: 500 });
    const waits: number[] = [];
    const report = await check(asked, sharedReference(), {
      async wait(ms) {
        waits.push(ms);
        await asked.client.clock.advance({ by: ms });
      },
    });
    expect(waits.length).toBeGreaterThan(0);
    expect(waits).toEqual(waits.map(() => 61_000));
    expect(report.stopped).toBeNull();
    expect(report.requests).toBe((await planOfAll()).requests + waits.length);
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
  });

  it("delays the check as long as Retry-After says", async () => {
    const asked = await startAsked({
      quota: 500,
      assumptions: { "quota.headers": "retry-after" },
    });
    const waits: number[] = [];
    await check(asked, sharedReference(), {
      requestsMax: 250,
      async wait(ms) {
        waits.push(ms);
        await asked.client.clock.advance({ by: ms });
      },
    });
    expect(waits.every((ms) => ms > 0 && ms <= 60_000)).toBe(true);
    expect(waits.length).toBeGreaterThan(0);
  });

  it("ends the check when it is used up for the hour", async () => {
    const asked = await startAsked();
    const { data } = await asked.client.quotas.list();
    const [keyId = ""] = data.map((quota) => quota.keyId);
    await asked.client.quotas.set(keyId, 1);
    const report = await check(asked, sharedReference(), { wait: async () => {} });
    expect(report.stopped).toEqual({
      cause: "quota",
      reason:
        "The key has no quota left: try again in an hour. With --wait, the check goes on when the key is allowed again.",
    });
  });
});
