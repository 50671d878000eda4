import { setTimeout } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { ConformanceReport } from "../../../src/harness/check-target/check.ts";
import { checkTarget } from "../../../src/harness/check-target/check.ts";
import { textOfReport } from "../../../src/harness/check-target/report.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { spread } from "../../long/size.ts";
import type { Flaw } from "./fake-service.ts";
import { fakeFacts, fakeService } from "./fake-service.ts";
import { facts, sharedReference } from "./target.ts";

const expected = {
  wait: async () => {},
  pause: () => setTimeout(5),
  run: "run",
  requestsMax: 1_000,
};

function checkFake(flaw: Flaw): Promise<ConformanceReport> {
  const baseUrl = "http://fake.localhost/v1";
  const fetch = fakeService(flaw);
  return checkTarget({
    ...expected,
    baseUrl,
    fetch,
    facts: fakeFacts,
    reference: sharedReference(),
  });
}

/** The documented rules that the check denied. */
function documentedDenials({ verdicts }: ConformanceReport): readonly string[] {
  return verdicts.filter(({ denies }) => denies === "documented").map(({ rule }) => rule);
}

/** The rule that each flaw contradicts: one, however many answers show it. */
const flaws = {
  "open to all": "auth.missing",
  "403 for no key": "auth.missing",
  "errors as text": "http.json",
  "error in place of message": "error.envelope",
  "no fields": "error.envelope",
  "400 in place of 422": "error.envelope",
  "codes of its own": "error.codes",
  "keeps what it refuses": "http.atomic",
  "200 in place of 201": "lead.create.firm",
  "stores nothing": "lead.create.firm",
  "lacks convertedAt": "lead.fields",
  "times without T": "lead.timestamps",
  "any email": "lead.email.format",
  "drops the extension": "lead.phone.shape",
  "drops clientData": "lead.fields",
  "no further keys": "client-data.enrichment",
  "any kind of date": "client-data.date-of-birth",
  "no timestamp as date": "client-data.date-of-birth",
  "no Buying": "plan.type",
  "accepts duplicates": "lead.unique",
  "NOT_UNIQUE on the email alone": "lead.unique",
  "accepts a taken email in PATCH": "lead.patch.unique",
  "PATCH changes nothing": "lead.patch",
  "PATCH forgets the rest": "lead.patch",
  "PATCH leaves updatedAt": "lead.patch",
  "oldest first": "list.order",
  "no order": "list.order",
  "ascending only": "list.order",
  "orders by the first pair": "list.order",
  "pages of 25": "list.limit",
  "no limit": "list.limit",
  "offset in pages": "list.offset",
  "offset from one": "list.offset",
  "no offset": "list.offset",
  "no meta": "list.envelope",
  "meta as text": "list.envelope",
  "count is the limit": "list.envelope",
  "total of the page": "list.envelope",
  "one too many in total": "list.envelope",
  "total with the deleted": "list.envelope",
  "no filter": "list.filter",
  "filter by the first": "list.filter",
  "filter by any": "list.filter",
  "filter by beginning": "list.filter",
  "no operators": "list.filter.operators",
  "$ne as $eq": "list.filter.operators",
  "deletes nothing": "scope.default",
  "shows the deleted": "scope.default",
  "no scope": "scope.with-deleted",
  "withDeleted by id is 404": "scope.with-deleted",
  "withDeleted without the live": "scope.with-deleted",
  "active shows all": "scope.active",
  "archived is converted": "state.two-timestamps",
  "no include": "include.plans",
} as const;

describe("a service that is not the sandbox", () => {
  it("has no documented rule denied when it follows the interface", async () => {
    const report = await checkFake(null);
    expect(report.stopped).toBeNull();
    expect(documentedDenials(report)).toEqual([]);
  });

  it.each(spread(Object.entries(flaws), 6))(
    "with the flaw %s has only %s denied",
    async (flaw, rule) => {
      expect(documentedDenials(await checkFake(flaw))).toEqual([rule]);
    },
  );

  it("with the flaw no path without v1 behaves as under required", async () => {
    const { assumptions } = await checkFake("no path without v1");
    expect(assumptions["http.version-prefix"]).toBe("required");
  });

  it("is reported with request, expectation and answer, and assumed rules listed apart", async () => {
    const text = textOfReport(await checkFake("200 in place of 201"));
    const [provider = "", sandbox = ""] = text.split("  Switch the sandbox:");
    expect(provider).toContain("  Tell the provider: the interface says otherwise.");
    expect(provider).toMatch(
      /lead\.create\.firm:[^]+asked: POST \/v1\/firms\/FakeFirm\/leads\?\S+ \{"email".+\n +expected: \{"status":201,.+\n +seen: \{"status":200,/,
    );
    expect(sandbox).toContain("scope.unknown: It behaves as under ignored.");
    expect(text).not.toContain(fakeFacts.apiKey);
  });
});

describe("a service without data for a question", () => {
  it("leaves a part of rule include.plans open when it has no Plans of a converted Lead", async () => {
    const sandbox = openSandbox({ fixture: "empty", quota: null });
    const call = async (path: string, body: unknown): Promise<{ id: string; key: string }> => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await sandbox.fetch(new Request(`http://127.0.0.1/_sandbox${path}`, init));
      const data: unknown = Reflect.get(Object(await answer.json()), "data");
      return { id: String(Object(data).id), key: String(Object(data).key) };
    };
    const { id: firmId } = await call("/firms", { name: "New", firmType: "Partner" });
    const key = { firmId, roleType: "Partner", environment: "sandbox", quotaPerHour: null };
    const { key: apiKey } = await call("/api-keys", key);
    const few = { firmMemberId: null, foreignFirmId: null, otherApiKey: null };
    const report = await checkTarget({
      ...expected,
      baseUrl: "http://partner.localhost/v1",
      fetch: sandbox.fetch,
      facts: { ...facts, ...few, otherEnvironmentKey: null, apiKey, firmId },
      reference: sharedReference(),
    });
    sandbox.close();
    expect(documentedDenials(report)).toEqual([]);
    expect(report.verdicts.find(({ rule }) => rule === "include.plans")).toMatchObject({
      verdict: "partly-confirmed",
      parts: {
        asked: ["none", "list"],
        notAsked: [
          {
            part: "plans",
            reason: "The Firm has no converted Lead with Plans to ask about",
          },
        ],
      },
    });
  });
});
