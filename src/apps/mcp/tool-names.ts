import type { JsonObject } from "../../base/values/json.ts";

export const toolNames = [
  "new_workspace",
  "act",
  "reset",
  "show",
  "what_happened",
  "explain",
  "look_up",
  "uncovered",
  "explore",
  "replay",
] as const;
export type ToolName = (typeof toolNames)[number];

/** A call of a tool that an answer proposes. It can be made without a change. */
export type NextCall = {
  readonly tool: ToolName;
  readonly arguments: JsonObject;
};
