/** What a finding of simulate says, and what it advises. */
import { describe, expect, it } from "vitest";

import type { Discovery } from "../../../../src/harness/simulate/model.ts";
import {
  readingOf,
  severityOf,
  wordingOf,
} from "../../../../src/harness/simulate/report/wording.ts";
import { discovery } from "../made-up.ts";

const wordsOn = (found: Partial<Discovery>, readsDeleted = true) =>
  wordingOf({ ...discovery(found), readsDeleted });
const read = { tick: 3, process: 1, call: 2 };
const stale = { kind: "stale", column: "state", ledger: "Active", world: "Converted" } as const;

describe("the title of a finding", () => {
  it.each<readonly [Partial<Discovery>, string]>([
    [{}, "The ledger misses a Lead after another key creates a Lead"],
    [{ cause: "start" }, "The ledger misses a Lead from the start"],
    [{ cause: "none", kind: "unreadable" }, "The ledger is unreadable"],
    [{ ...stale, cause: "convert" }, "The ledger keeps an old state after a client signs up"],
    [{ kind: "stale", cause: "none" }, "The ledger keeps an old value"],
    [
      { kind: "wrong", column: "email", cause: "none" },
      "The ledger has a email that was never true",
    ],
    [{ kind: "wrong", cause: "none" }, "The ledger has a value that was never true"],
    [
      { kind: "duplicate", cause: "crash" },
      "The ledger has several rows for one Lead after the process is killed",
    ],
    [{ kind: "ghost", cause: "none" }, "The ledger has a row for a Lead that does not exist"],
    [{ kind: "quota", cause: "leads" }, "A quiet tick needs more requests than the key has"],
  ])("%j is: %s", (found, title) => {
    expect(wordsOn(found).title).toBe(title);
  });
});

describe("the explanation of a finding", () => {
  it.each<readonly [Partial<Discovery>, string]>([
    [{}, "lead1 is Active in the world, and the ledger has no row for it. It was still so after"],
    [{ lasting: false }, "A later tick corrects it, but later than --fresh-within allows."],
    [stale, "The ledger has Active for lead1, and in the world it is Converted."],
    [{ kind: "unreadable", ledger: "it is cut" }, "the ledger was unreadable: it is cut."],
    [{ kind: "duplicate" }, "The ledger has several rows for lead1."],
    [{ kind: "ghost" }, "The ledger has a row for lead1, and the world never had such a Lead."],
  ])("%j: %s", (found, text) => {
    expect(wordsOn(found).explanation).toContain(text);
  });
});

describe("the advice on a finding", () => {
  it.each<readonly [string, Partial<Discovery>, boolean, string]>([
    [
      "never read",
      {},
      true,
      "Never read: no answer since the change had lead1. Read in pages until the end",
    ],
    ["read too late", { lasting: false }, true, "Never read until tick 3: "],
    ["never read, without closed Leads", {}, false, "Read with scope=withDeleted, in pages"],
    [
      "read and not stored",
      { read },
      true,
      "Read and not stored: the answer to call 2 of tick 3 had lead1. Store each Lead",
    ],
    [
      "read by a second process",
      { read: { ...read, process: 2 } },
      true,
      "call 2 of tick 3, of its second process, had lead1",
    ],
    [
      "stored and lost",
      { read, heldAfter: 4 },
      true,
      "Read and not kept: the answer to call 2 of tick 3 had lead1, and so had the ledger after tick 4.",
    ],
    [
      "an old state that was read",
      { ...stale, read, cause: "patch" },
      true,
      "Update the row of each Lead that an answer has, by its id, with the state by its deletedAt and convertedAt.",
    ],
    [
      "an old email that was read",
      { ...stale, column: "email", read, cause: "patch" },
      true,
      "by its id.",
    ],
    [
      "an old Plan",
      { ...stale, column: "planStatus", cause: "plan" },
      true,
      "had the Plans of lead1. A Plan moves without its Lead.",
    ],
    [
      "a conversion, with closed Leads",
      { ...stale, cause: "convert" },
      true,
      "A conversion leaves updatedAt as it is. Filter by deletedAt too",
    ],
    [
      "a conversion, without them",
      { ...stale, cause: "convert" },
      false,
      "as it is, and hides the Lead without scope=withDeleted.",
    ],
    [
      "an archive, without closed Leads",
      { ...stale, cause: "archive" },
      false,
      "Read with scope=withDeleted: an archived Lead is in no other list.",
    ],
    [
      "an archive, with them",
      { ...stale, cause: "archive" },
      true,
      "Read every change since the last complete tick",
    ],
    [
      "a late change",
      { ...stale, cause: "patch", lasting: false },
      true,
      "Read again after an error at once",
    ],
    [
      "a lasting change",
      { ...stale, cause: "patch" },
      true,
      "Read every change since the last complete tick",
    ],
    [
      "a value that was never true",
      { kind: "wrong", column: "state", cause: "create" },
      true,
      "Decide the state by deletedAt",
    ],
    ["a half-written ledger", { kind: "unreadable" }, true, "Write the ledger to another file"],
    ["two rows", { kind: "duplicate" }, true, "Write each Lead by its id"],
    ["a row of nobody", { kind: "ghost" }, true, "keep it in LEAD_SANDBOX_STATE"],
    ["a crash", { cause: "crash" }, true, "Save the watermark after the rows"],
    ["a failed call", { cause: "fail" }, true, "end with an error and leave the ledger as it was"],
    ["many Leads at once", { cause: "burst" }, true, "Pages shift while they are read"],
    ["a time without ticks", { cause: "missed" }, true, "Read from the last tick that ended well"],
  ])("%s", (_name, found, readsDeleted, advice) => {
    expect(wordsOn(found, readsDeleted).advice).toContain(advice);
  });

  it("says nothing of reading where that says nothing", () => {
    for (const kind of ["duplicate", "ghost", "unreadable", "quota"] as const) {
      expect(readingOf({ kind, read })).toBeNull();
      expect(wordsOn({ kind, read }).advice).not.toMatch(/^(?:Never read|Read and not)/);
    }
    for (const kind of ["missing", "stale", "wrong"] as const) {
      expect(readingOf({ kind, read })).toBe("not-stored");
      expect(readingOf({ kind, read: null })).toBe("never");
    }
  });
});

describe("the severity of a finding", () => {
  it.each([
    ["missing", true, "high"],
    ["missing", false, "medium"],
    ["stale", true, "high"],
    ["stale", false, "medium"],
    ["wrong", false, "high"],
    ["duplicate", false, "high"],
    ["quota", true, "medium"],
  ] as const)("%s, lasting %s: %s", (kind, lasting, severity) => {
    expect(severityOf({ kind, lasting })).toBe(severity);
  });
});
