import { describe, expect, it } from "vitest";

import type { Block, Entry, SandboxEvent } from "../../../../src/apps/console/activity/entries.ts";
import { entriesMax, newEntries } from "../../../../src/apps/console/activity/entries.ts";
import { matcher } from "../../../../src/apps/console/activity/filter.ts";
import { effectsOf, linesOf, newRefusals } from "../../../../src/apps/console/activity/lines.ts";
import { anEvent, aRequest, entriesOf } from "./events.ts";

const refusalsIn = (entries: readonly Entry[]) => newRefusals()([entries]);

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
    const kept = entries.blocks().flat();
    expect(kept.length).toBeGreaterThanOrEqual(entriesMax);
    expect(kept.length).toBeLessThanOrEqual(entriesMax + 500);
    expect(kept.at(-1)?.request?.id).toBe(`request-${entriesMax + 1_999}`);
    expect(new Set(kept.map(({ number }) => number)).size).toBe(kept.length);
  });

  it("are in blocks, of which a new event replaces one", () => {
    const entries = newEntries();
    for (let number = 0; number < 1_000; number += 1) entries.add(aRequest(`request-${number}`));
    const changedBy = (event: SandboxEvent): readonly Block[] => {
      const before = new Set(entries.blocks());
      entries.add(event);
      return entries.blocks().filter((block) => !before.has(block));
    };
    expect(changedBy(aRequest("newest"))).toHaveLength(1);
    const late = changedBy(anEvent("lead.created", { id: "LeadAAAA", requestId: "request-3" }));
    expect(late).toHaveLength(1);
    expect(late[0]?.[3]).toMatchObject({
      request: { id: "request-3" },
      caused: [{ type: "lead.created" }],
    });
    expect(entries.blocks().flat()).toHaveLength(1_001);
  });

  it("know which requests they have, and forget those that they dropped", () => {
    const entries = newEntries();
    entries.add(anEvent("lead.created", { id: "LeadAAAA", requestId: "coming" }));
    expect(entries.has("coming")).toBe(false);
    for (let number = 0; number <= entriesMax + 500; number += 1) {
      entries.add(aRequest(`request-${number}`));
    }
    expect(entries.has("request-0")).toBe(false);
    const [oldest] = entries.blocks().flat();
    expect(entries.has(oldest?.request?.id ?? "")).toBe(true);
    expect(entries.isComplete()).toBe(false);
  });

  it("are empty after a clear", () => {
    const entries = newEntries();
    entries.add(aRequest("one"));
    entries.clear();
    expect(entries.blocks().flat()).toEqual([]);
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
      () => true,
    );
    const shown = lines.map((line) => {
      if (line.kind === "request") return line.request.id;
      return line.kind === "notice" ? line.notice : line.event.type;
    });
    expect(shown).toEqual(["two", "one", "lead.created", "mail.captured"]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(4);
  });
});

describe("the lines at rest", () => {
  const created = ["lead.created", "mail.captured"] as const;

  it("fold the effects of a request, and count them", () => {
    const [entry] = entriesOf(
      aRequest("one"),
      ...created.map((type) => anEvent(type, { id: "LeadAAAA", requestId: "one" })),
    );
    const lines = linesOf(entry === undefined ? [] : [entry], () => false);
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
    const kinds = (isOpen: boolean) => linesOf(entries, () => isOpen).map(({ kind }) => kind);
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

  it("count refusals over all blocks, and look at new blocks only", () => {
    let looks = 0;
    const watched = (entries: readonly Entry[]): readonly Entry[] =>
      entries.map((entry) => ({
        ...entry,
        get request() {
          looks += 1;
          return entry.request;
        },
      }));
    const blocks = Array.from({ length: 10 }, (_, at) =>
      watched(entriesOf(...Array.from({ length: 20 }, (_one, row) => aRequest(`${at}-${row}`)))),
    );
    const refusals = newRefusals();
    expect(refusals(blocks)).toMatchObject([{ name: expect.stringMatching(/^200 × 409/) }]);
    const looksAtAll = looks;
    looks = 0;
    const grown = [...blocks, watched(entriesOf(aRequest("newest")))];
    expect(refusals(grown)).toMatchObject([{ name: expect.stringMatching(/^201 × 409/) }]);
    expect({ looks, isFew: looks < 20 }).toEqual({ looks, isFew: true });
    expect(looksAtAll).toBeGreaterThanOrEqual(200);
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
    const shown = () =>
      entries
        .blocks()
        .flat()
        .map(({ request, notice }) => request?.id ?? notice);
    expect(shown()).toEqual([expect.stringContaining("2 older requests"), "three"]);
    entries.dropBefore("three", 9);
    expect(shown()).toHaveLength(2);
  });

  it("leave their blocks alone while the journal has all of them", () => {
    const entries = newEntries();
    for (const id of ["one", "two"]) entries.add(aRequest(id));
    const blocks = entries.blocks();
    entries.dropBefore("one", 9);
    expect(entries.blocks()).toBe(blocks);
  });

  it("are all up to the time of the question, if the journal is empty", () => {
    const entries = newEntries();
    entries.add(aRequest("one"));
    const upTo = entries.blocks().flat().at(-1)?.number ?? 0;
    entries.add(aRequest("two"));
    entries.dropBefore(null, upTo);
    expect(
      entries
        .blocks()
        .flat()
        .map(({ request }) => request?.id),
    ).toEqual([undefined, "two"]);
  });
});
