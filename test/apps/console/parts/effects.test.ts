import { describe, expect, it } from "vitest";

import { effectOf, eventText } from "../../../../src/apps/console/activity/event-text.ts";
import { momentText } from "../../../../src/apps/console/leads/moment-text.ts";
import { eventSummary } from "../../../../src/domain/model/event-summary.ts";

describe("an effect of the journal", () => {
  it.each([
    [
      { type: "lead.created", leadId: "LeadAAAA" },
      { view: "leads", id: "LeadAAAA" },
    ],
    [
      { type: "mail.captured", messageId: "MailAAAA" },
      { view: "mail", id: "MailAAAA" },
    ],
    [
      { type: "plan.moved", planId: "PlanAAAA", leadId: "LeadAAAA" },
      { view: "leads", id: "LeadAAAA" },
    ],
    [
      { type: "fault.met", faultId: "one" },
      { view: "faults", id: null },
    ],
    [{ type: "client.signed-up", clientProfileId: "ClientAA" }, null],
  ] as const)("has its sentence and links to its record: %j", (shown, link) => {
    const effect = effectOf({ summary: "What happened", ...shown });
    expect(eventText(effect)).toEqual({ text: "What happened", link });
  });
});

describe("the sentence of a used quota", () => {
  it.each([
    [1, "1 request of HPkeySbx's quota used up"],
    [2, "2 requests of HPkeySbx's quota used up"],
  ])("of %d", (count, sentence) => {
    const data = { keyId: "HPkeySbx", count };
    expect(eventSummary({ type: "quota.used", data })).toBe(sentence);
  });
});

describe("the sentence of a change of the clock", () => {
  const at = "2026-03-02T09:00:00.000Z";

  it.each([
    [{ from: at, to: at, mode: "frozen" }, `Clock frozen at ${at}`],
    [{ from: at, to: at, mode: "system" }, `Clock runs from ${at}`],
    [
      { from: at, to: "2026-03-02T10:00:00.000Z", mode: "frozen" },
      `Clock moved from ${at} to 2026-03-02T10:00:00.000Z`,
    ],
  ])("%j", (data, sentence) => {
    expect(eventSummary({ type: "clock.moved", data })).toBe(sentence);
  });
});

describe("a moment of a Lead", () => {
  it.each([
    [{ type: "created" }, "Lead LeadAAAA created"],
    [{ type: "converted" }, "Lead LeadAAAA converted to client profile ClientAA"],
    [{ type: "plan.created", planId: "PlanAAAA" }, "Plan PlanAAAA created"],
    [
      { type: "plan.moved", planId: "PlanAAAA", from: "New", to: "Completed" },
      "Plan PlanAAAA moved from New to Completed",
    ],
    [
      { type: "plan.linked", planId: "PlanAAAA", firmId: "MapleRow" },
      "Plan PlanAAAA linked to Firm MapleRow",
    ],
  ] as const)("%j", (moment, text) => {
    expect(momentText(moment, { id: "LeadAAAA", clientProfileId: "ClientAA" })).toBe(text);
  });
});
