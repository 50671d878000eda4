import type { JsonObject } from "../../base/values/json.ts";

/** A provider state that a recorded request needs. */
export interface NeededState {
  readonly name: string;
  readonly params?: JsonObject;
}
