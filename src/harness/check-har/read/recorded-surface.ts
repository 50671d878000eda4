import type { SurfaceName } from "../../../domain/model/surface.ts";
import type { Call } from "../../traffic/call.ts";

/** The surface of a recorded call. A host that the interface does not name stands for that of most clients. */
export function recordedSurface({ surface }: Pick<Call, "surface">): SurfaceName {
  return surface ?? "partner-sandbox";
}
