import type { WorkspaceClient } from "../../client/index.ts";

/** A Lead as the control API shows it. */
export type LeadRecord = Awaited<ReturnType<WorkspaceClient["leads"]["get"]>>;

export function nameOf({
  firstName,
  lastName,
}: Pick<LeadRecord, "firstName" | "lastName">): string {
  return [firstName, lastName].filter((part) => part !== null).join(" ");
}

export function State({ state }: { readonly state: string }) {
  return <span class={`state state-${state.toLowerCase()}`}>{state}</span>;
}
