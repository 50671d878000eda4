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
  lost: "Report success only when the call was answered with success. Otherwise repeat the call, or end with an error.",
  duplicated:
    "Before repeating a create that got no clear answer, list by email to see whether the record exists.",
  orphaned:
    "After a lost or unreadable answer, read the record to see whether the call was carried out. Then go on, or undo it before reporting failure.",
  altered:
    "Compare what is stored with what was sent before reporting success, or end with an error.",
  hammered: "Wait before each retry, longer each time, and stop after a few.",
  hung: "Give every call a timeout, and end with an error when it is exceeded.",
  missed: "Add an assertion that fails when this rule is broken.",
};

const dependenceAdvice: Readonly<Record<Family, string>> = {
  faults: "",
  unknowns:
    "The interface leaves this open. Accept every alternative, or ask the provider before relying on one.",
  evolution: "The provider may make this change any day. Ignore what the client does not need.",
  violations: "",
};
