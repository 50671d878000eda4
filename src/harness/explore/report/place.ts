import type { ReportedVariation } from "./shape.ts";

/** The parts of a variation that identify its place. */
type Placed = Pick<ReportedVariation, "workspace"> & {
  readonly variation: Pick<ReportedVariation["variation"], "id" | "operation">;
  readonly call: { readonly workspace: string; readonly name: string } | null;
};

/** The place of a variation, such as `fault:reset-after at post-leads-for-firm maya@example.com`. */
export function placeOf(placed: Placed): string {
  const where = workspaceOf(placed);
  return placeInRun(placed) + (where === null ? "" : ` in ${where}`);
}

/** The same without the workspace. */
export function placeInRun({ variation: { id, operation }, call }: Placed): string {
  const name = call?.name ?? operation;
  return name === undefined ? id : `${id} at ${name}`;
}

/** The label or id of the workspace; null for the default one. */
export function workspaceOf({ workspace, call }: Placed): string | null {
  const name = workspace ?? call?.workspace ?? "default";
  return name === "default" ? null : name;
}
