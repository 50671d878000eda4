/** What to change in a client, by what its trial showed. */
import type { PersonRecord } from "../../runs/run.ts";
import { hasDeleted } from "../judge/tolerance.ts";
import type { Announced, ObservedCall, RecordDifference, Verdict } from "../model.ts";
import type { Family } from "../variations/variation.ts";
import { announcedAdvice } from "./announced-advice.ts";

export interface Advised {
  readonly family: Family;
  readonly verdict: Verdict;
  /** The id of the variation within its family. */
  readonly variation?: string;
  /** The records that differ from the baseline. */
  readonly records?: readonly RecordDifference[];
  /** The records of the baseline. */
  readonly before?: readonly PersonRecord[];
  readonly announced?: Announced;
  readonly calls?: readonly Pick<ObservedCall, "method" | "id" | "serverStatus">[];
}

/** What to change in a client; empty for a verdict that is not a finding. */
export function adviceOn(advised: Advised): string {
  if (advised.announced !== undefined) return announcedAdvice(advised.announced.changes);
  const { family, verdict, variation = "" } = advised;
  if (verdict === "dependent") {
    return textChanges.has(variation) ? textAdvice : dependenceAdvice[family];
  }
  const general = advice[verdict] ?? "";
  return [...causesOf(advised), general].filter((text) => text !== "").join(" ");
}

/** Lawful changes that only a client notices that reads JSON as text. */
const textChanges: ReadonlySet<string> = new Set(["key-order", "whitespace"]);
const textAdvice =
  "Parse the JSON instead of cutting text: the order of its keys and its whitespace mean nothing.";

/** What the records and calls show about the cause. */
function causesOf({ records = [], before = [], calls = [] }: Advised): readonly string[] {
  const leads = records.filter(({ kind }) => kind === "Lead");
  const isDeleted = leads.some(
    (one) =>
      (one.change === "missing" || one.trial?.state === "Archived") && hasDeleted(calls, one),
  );
  const hasMoved = leads.some(({ email, trial }) => {
    const same = before.filter((one) => one.kind === "Lead" && one.email === email);
    const isKnown = same.some(({ parent }) => parent === trial?.parent);
    return trial !== null && same.length > 0 && !isKnown;
  });
  return [
    ...(isDeleted ? ["The client itself deleted the record, so do not report it as stored."] : []),
    ...(hasMoved
      ? [
          "The retry went to another parent: repeat it with the Firm or FirmMember of the first attempt.",
        ]
      : []),
  ];
}

const advice: Readonly<Partial<Record<Verdict, string>>> = {
  lost: "Report success only if the call succeeded. Otherwise retry it, or end with an error.",
  duplicated:
    "Before retrying a create without a clear answer, list by email to check whether the record exists.",
  orphaned:
    "After a lost or unreadable answer, read the record to check whether the call was carried out. Then continue, or undo the call before reporting failure.",
  altered:
    "Compare the stored record with the request before reporting success, or end with an error. Repeat a call with the values of the first attempt, not with values computed again from the record. Also repeat its parameters, such as disableClientOutreach.",
  hammered: "Back off exponentially between retries, and limit their number.",
  hung: "Give every call a timeout, and end with an error when it expires.",
  endless:
    "A refusal of this kind stays the same. Stop after it, look for the record that it names, or report the failure.",
  missed: "Add an assertion that fails when this rule is broken.",
};

const dependenceAdvice: Readonly<Record<Family, string>> = {
  faults: "",
  unknowns:
    "The interface leaves this open. Accept every alternative, or ask the provider before relying on one.",
  evolution:
    "The provider may make this change at any time. Ignore fields and values that the client does not need.",
  violations: "",
  next: "",
  rough:
    "Read every page of a list, or filter it, instead of looking for a record on the first page.",
};
