import { describe, expect, it } from "vitest";

import { entriesMax, newEntries } from "../../../../src/apps/console/activity/entries.ts";
import { matcher } from "../../../../src/apps/console/activity/filter.ts";
import { effectsOf, linesOf, refusalsIn } from "../../../../src/apps/console/activity/lines.ts";
import { anEvent, aRequest, entriesOf } from "./events.ts";

const everything = (): boolean => true;

describe("the entries of the activity list", () => {
  it("put the events that a request caused under it, whether they came before or after the request", () => {
    const [entry, ...more] = entriesOf(
      anEvent("lead.created", { id: "LeadAAAA", requestId: "one" }),
      aRequest("one"),
      anEvent("mail.captured", { id: "MailAAAA", requestId: "one" }),
    );
    expect(more).toEqual([]);
    expect(entry?.caused.map(({ type }) => type)).toEqual(["lead.created", "mail.captured"]);
  });

  it("keep the events of simultaneous requests apart", () => {
    const entries = entriesOf(
      anEvent("lead.created", { id: "LeadAAAA", requestId: "one" }),
      anEvent("lead.created", { id: "LeadBBBB", requestId: "two" }),
      aRequest("two"),
      aRequest("one"),
    );
    expect(entries.map(({ request, caused }) => [request?.id, caused[0]?.data["id"]])).toEqual([
      ["two", "LeadBBBB"],
      ["one", "LeadAAAA"],
    ]);
  });

  it("show a held request at the time of its hold, and its release under the request", () => {
    const entries = entriesOf(
      anEvent("fault.held", { id: "fault", requestId: "one" }),
      anEvent("fault.released", { id: "fault", requestId: "one" }),
      aRequest("one"),
    );
    expect(entries.map(({ caused }) => caused.map(({ type }) => type))).toEqual([
      ["fault.held"],
      ["fault.released"],
    ]);
  });

  it("show an event without a request, a reset and a gap as entries of their own", () => {
    const entries = entriesOf(
      aRequest("of-before"),
      { type: "reset", cursor: 0 },
      anEvent("clock.moved", { from: "a", to: "b" }),
      { type: "gap", cursor: 40, missed: 39 },
    );
    expect(entries.map(({ notice }) => notice)).toEqual([
      "The workspace began again: it was reset or restored, its state was replaced, or the sandbox restarted.",
      null,
      "Here 39 events went missing, dropped before the page read them.",
    ]);
  });

  it("keep only the newest, with unique keys", () => {
    const entries = newEntries();
    for (let number = 0; number < entriesMax + 2_000; number += 1) {
      entries.add(aRequest(`request-${number}`));
    }
    const kept = entries.all();
    expect(kept.length).toBeGreaterThanOrEqual(entriesMax);
    expect(kept.length).toBeLessThanOrEqual(entriesMax + 500);
    expect(kept.at(-1)?.request?.id).toBe(`request-${entriesMax + 1_999}`);
    expect(new Set(kept.map(({ number }) => number)).size).toBe(kept.length);
  });

  it("are empty after a clear", () => {
    const entries = newEntries();
    entries.add(aRequest("one"));
    entries.clear();
    expect(entries.all()).toEqual([]);
  });
});

describe("the lines of the activity list", () => {
  it("are newest first, each request with its events under it in order", () => {
    const lines = linesOf(
      entriesOf(
        anEvent("lead.created", { id: "LeadAAAA", requestId: "one" }),
        anEvent("mail.captured", { id: "MailAAAA", requestId: "one" }),
        aRequest("one"),
        aRequest("two"),
      ),
      everything,
      everything,
    );
    const shown = lines.map((line) => {
      if (line.kind === "request") return line.request.id;
      return line.kind === "notice" ? line.notice : line.event.type;
    });
    expect(shown).toEqual(["two", "one", "lead.created", "mail.captured"]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(4);
  });

  it("omit entries that the filter excludes, with their events", () => {
    const entries = entriesOf(
      anEvent("lead.created", { id: "LeadAAAA", requestId: "one" }),
      aRequest("one"),
      aRequest("two"),
    );
    const lines = linesOf(entries, ({ request }) => request?.id === "two", everything);
    expect(lines.map(({ kind }) => kind)).toEqual(["request"]);
  });
});

describe("the lines at rest", () => {
  const created = ["lead.created", "mail.captured"] as const;

  it("fold the effects of a request, and count them", () => {
    const [entry] = entriesOf(
      aRequest("one"),
      ...created.map((type) => anEvent(type, { id: "LeadAAAA", requestId: "one" })),
    );
    const lines = linesOf(entry === undefined ? [] : [entry], everything, () => false);
    expect(lines.map(({ kind }) => kind)).toEqual(["request"]);
    expect(entry === undefined ? "" : effectsOf(entry)).toBe("2 effects");
  });

  it("join the events of one control call, and no others of the same moment", () => {
    const entries = entriesOf(
      ...created.map((type) => anEvent(type, { id: "LeadAAAA", callId: "call_1" })),
      anEvent("clock.moved", { callId: "call_2", from: "a", to: "a", mode: "frozen" }),
      anEvent("fault.held", { id: "fault", requestId: "two" }),
      aRequest("one"),
      anEvent("clock.moved", { from: "a", to: "b" }),
    );
    expect(entries.map(({ caused }) => caused.length)).toEqual([2, 1, 1, 0, 1]);
    const kinds = (isOpen: boolean) =>
      linesOf(entries, everything, () => isOpen).map(({ kind }) => kind);
    expect(kinds(false)).toEqual(["event", "request", "event", "event", "fold"]);
    expect(kinds(true)).toEqual(["event", "request", "event", "event", "fold", "event"]);
  });

  it("group refusals by operation, status and rule, the most frequent first", () => {
    const other = { operationId: "get-lead", rules: ["firm.access"], status: 404, reason: null };
    const entries = entriesOf(
      ...["a", "b"].map((id) => aRequest(id, other)),
      ...["c", "d", "e"].map((id) => aRequest(id, { reason: "Taken (and 2 more)" })),
      aRequest("f", { rules: ["lead.id"] }),
      aRequest("g", { status: 201 }),
    );
    expect(refusalsIn(entries)).toEqual([
      {
        name: "3 × 409 Taken",
        filter: "status:409 operation:createLead rule:lead.unique",
      },
      {
        name: "2 × 404 firm.access",
        filter: "status:404 operation:get-lead rule:firm.access",
      },
    ]);
  });

  it("count in a group of refusals as many rows as its filter finds", () => {
    const entries = entriesOf(
      ...["a", "b"].map((id) => aRequest(id, { operationId: "get-lead", reason: `No ${id}` })),
      aRequest("c", { operationId: "get-lead", rules: ["lead.id", "lead.unique"] }),
      aRequest("d", { operationId: "get-leads" }),
      aRequest("e", { operationId: "get-leads" }),
      aRequest("f", { operationId: null }),
    );
    for (const { name, filter } of refusalsIn(entries)) {
      const rows = entries.filter((entry) => matcher(filter)(entry));
      expect(name).toMatch(new RegExp(`^${rows.length} × 409 `));
    }
    // Their reasons differ, so the name is what they share.
    expect(refusalsIn(entries).map(({ name }) => name)).toContain("3 × 409 lead.unique");
  });
});

describe("requests that the journal no longer has", () => {
  it("leave the list, and a line says how many", () => {
    const entries = newEntries();
    for (const id of ["one", "two", "three"]) entries.add(aRequest(id));
    entries.dropBefore("three", 9);
    const shown = () => entries.all().map(({ request, notice }) => request?.id ?? notice);
    expect(shown()).toEqual([expect.stringContaining("2 older requests"), "three"]);
    entries.dropBefore("three", 9);
    expect(shown()).toHaveLength(2);
  });

  it("are all up to the time of the question, if the journal is empty", () => {
    const entries = newEntries();
    entries.add(aRequest("one"));
    const upTo = entries.all().at(-1)?.number ?? 0;
    entries.add(aRequest("two"));
    entries.dropBefore(null, upTo);
    expect(entries.all().map(({ request }) => request?.id)).toEqual([undefined, "two"]);
  });
});
