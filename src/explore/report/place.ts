import type { ReportedVariation } from "./shape.ts";

/** The parts of a variation that identify its place. */
type Placed = Pick<ReportedVariation, "workspace"> & {
  readonly variation: Pick<ReportedVariation["variation"], "id" | "operation">;
  readonly call: { readonly workspace: string; readonly name: string } | null;
};

/** The place of a variation, such as `fault:reset-after at post-leads-for-firm maya@example.com`. */
export function placeOf({ variation: { id, operation }, workspace, call }: Placed): string {
  const name = call?.name ?? operation;
  const at = name === undefined ? "" : ` at ${name}`;
  const where = workspace ?? call?.workspace ?? "default";
  return `${id}${at}${where === "default" ? "" : ` in ${where}`}`;
}
