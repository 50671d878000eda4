import type { Verdict } from "../model.ts";
import type { Family } from "../variations/variation.ts";

/** What to change in a client for a verdict; empty for a verdict that is not a finding. */
export function adviceOn({
  family,
  verdict,
}: {
  readonly family: Family;
  readonly verdict: Verdict;
}): string {
  return verdict === "dependent" ? dependenceAdvice[family] : (advice[verdict] ?? "");
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
  rough:
    "Read every page of a list, or filter it, instead of looking for a record on the first page.",
};
