import { describe, expect, it } from "vitest";

import { entriesMax, newEntries } from "../../../src/console/activity/entries.ts";
import { linesOf } from "../../../src/console/activity/lines.ts";
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
      "39 events are missing here: they were dropped before they were read.",
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
    );
    const shown = lines.map((line) => {
      if (line.kind === "request") return line.request.id;
      return line.kind === "event" ? line.event.type : line.notice;
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
    const lines = linesOf(entries, ({ request }) => request?.id === "two");
    expect(lines.map(({ kind }) => kind)).toEqual(["request"]);
  });
});
