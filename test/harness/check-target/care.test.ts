import { describe, expect, it } from "vitest";

import { probesToAsk } from "../../../src/harness/check-target/ask/order.ts";
import { plannedCheck } from "../../../src/harness/check-target/check.ts";
import { partIdsAsked } from "../../../src/harness/check-target/probes/probe.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import { check, facts, sharedReference, startAsked } from "./target.ts";

/** The number of requests in a check with all facts of a correct service. */
async function requestsOfAll(): Promise<number> {
  return (await plannedCheck(facts, sharedReference())).requests;
}

const fewFacts = {
  ...facts,
  firmMemberId: null,
  foreignFirmId: null,
  otherApiKey: null,
  otherEnvironmentKey: null,
};

describe("the effects of a check on its target", () => {
  it("are Leads with addresses of the tester, each once for a parent, without mail; other records stay as they were", async () => {
    const asked = await startAsked();
    const before = (await asked.client.leads.list()).data;
    const { created } = await check(asked, sharedReference());
    const posts = (await asked.journal()).filter(({ method }) => method === "POST");
    expect(posts.length).toBeGreaterThan(20);
    expect(posts.filter(({ url }) => !url.includes("disableClientOutreach=true"))).toEqual([]);
    expect((await asked.client.emails.list()).meta.total).toBe(0);
    const all = (await asked.client.leads.list()).data;
    const after = new Map(all.map((lead) => [lead.id, lead]));
    expect(before.map(({ id }) => after.get(id))).toEqual(before);
    const leads = all.filter(({ email }) => email.includes("+"));
    const emails = leads.map(({ email }) => email);
    expect(emails.filter((email) => !/^tester\+run-[\w-]+@example\.com$/.test(email))).toEqual([]);
    const uses = leads.map(({ email, resourceId }) => `${resourceId} ${email}`);
    expect(new Set(uses).size).toBe(created);
  });

  it("do not change the result of a second run", async () => {
    const asked = await startAsked();
    const reference = sharedReference();
    await check(asked, reference, { run: "first" });
    const { verdicts } = await check(asked, reference, { run: "second" });
    expect(verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
  });

  it("keep the local part of an address within 64 characters", async () => {
    const asked = await startAsked();
    await check(asked, sharedReference(), { run: "mfoo1234abcd" });
    const lengths = (await asked.emails()).map((email) => email.indexOf("@"));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64);
  });
});

describe("plannedCheck", () => {
  it.each([
    { name: "all facts", expected: facts },
    { name: "only required facts", expected: fewFacts },
  ])("announces what a check with $name does", async ({ expected }) => {
    const reference = sharedReference();
    const plan = await plannedCheck(expected, reference);
    const asked = await startAsked();
    const report = await check(asked, reference, { facts: expected });
    const { data } = await asked.client.leads.list();
    const own = data.filter(({ email }) => email.includes("+"));
    expect(plan).toEqual({
      questions: report.verdicts.flatMap(({ parts }) => parts.asked).length,
      requests: (await asked.journal()).length,
      created: own.length,
      deleted: own.filter(({ deletedAt }) => deletedAt !== null).length,
    });
  });
});

describe("the budget", () => {
  it("that equals the number of requests is enough", async () => {
    const asked = await startAsked();
    const requestsMax = await requestsOfAll();
    const report = await check(asked, sharedReference(), { requestsMax });
    expect(report.stopped).toBeNull();
    expect(await asked.journal()).toHaveLength(requestsMax);
  });

  it("that is one request too small skips the last question and reports that", async () => {
    const asked = await startAsked();
    const requestsMax = (await requestsOfAll()) - 1;
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

  it("keeps the denied rules found before it is used up", async () => {
    const asked = await startAsked({ assumptions: { "error.all-fields": "first-only" } });
    const report = await check(asked, sharedReference(), { requestsMax: 180 });
    expect(report.assumptions).toEqual({ "error.all-fields": "first-only" });
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
    expect(report.requests).toBe((await requestsOfAll()) + waits.length);
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
  });

  it("delays the check as long as Retry-After says", async () => {
    const asked = await startAsked({
      quota: 500,
      assumptions: { "quota.headers": "retry-after" },
    });
    const waits: number[] = [];
    await check(asked, sharedReference(), {
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
