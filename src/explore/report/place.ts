import type { ReportedVariation } from "./shape.ts";

/** What of a variation says where it took place. */
type Placed = Pick<ReportedVariation, "family" | "variation" | "workspace"> & {
  readonly call: { readonly workspace: string; readonly name: string } | null;
};

/** The workspace that a variation concerns: that of its test, or that of its call where it is not the default one. */
export function workspaceOf({
  workspace,
  call,
}: {
  readonly workspace: string | null;
  readonly call: { readonly workspace: string } | null;
}): string | null {
  if (workspace !== null) return workspace;
  return call === null || call.workspace === "default" ? null : call.workspace;
}

/** Such as `faults reset-after at post-leads-for-firm maya@example.com`. */
export function placeOf(placed: Placed): string {
  const { family, variation, call } = placed;
  const workspace = workspaceOf(placed);
  const at = call === null ? "" : ` at ${call.name}`;
  return `${family} ${variation}${at}${workspace === null ? "" : ` in ${workspace}`}`;
}
