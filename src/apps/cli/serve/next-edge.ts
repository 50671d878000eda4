import { Date } from "../../../base/values/native-timers.ts";
import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import type { OptionsOf } from "../options/option-rows.ts";
import type { servedNextRows } from "../options/shared-rows.ts";

/** The options that put an announced interface in front of a sandbox. */
export type NextOptions = OptionsOf<typeof servedNextRows> & { readonly nextFrom?: string };

/** The announced interface in front of a sandbox; nothing without `--next`. Throws as `announcedIn` does. */
export async function nextWatch({
  next,
  from,
  nextFrom,
}: NextOptions): Promise<Pick<SandboxWatch, "edge">> {
  if (next === undefined) return {};
  const [{ announcedIn }, { servedEdge }, { edgeOf }] = await Promise.all([
    import("../check/announced-in.ts"),
    import("../../../harness/next/edge/served-edge.ts"),
    import("../../../server/sandbox/edge.ts"),
  ]);
  const announced = await announcedIn(next, from);
  const moment = nextFrom === undefined ? null : Date.parse(nextFrom);
  return { edge: edgeOf(servedEdge(announced, moment)) };
}
