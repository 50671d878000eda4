import type { WorkspaceClient } from "../../client/index.ts";

/** A Lead as the control API shows it. */
export type LeadRecord = Awaited<ReturnType<WorkspaceClient["leads"]["get"]>>;

export function nameOf({
  firstName,
  lastName,
}: Pick<LeadRecord, "firstName" | "lastName">): string {
  return [firstName, lastName].filter((part) => part !== null).join(" ");
}

const tones = { Active: "accent", Converted: "good", Archived: "quiet" };

export function State({ state }: Pick<LeadRecord, "state">) {
  return <span class={`small strong ${tones[state]}`}>{state}</span>;
}
