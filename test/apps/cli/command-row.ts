import type { DrivenWorkspace } from "./driven.ts";

/** A command for a running sandbox, with its expected text and JSON output. */
export interface CommandRow {
  readonly command: string;
  /** Its arguments, with the placeholders `{lead}`, `{mail}` and `{workspace}` for ids. */
  readonly line: string;
  /** The whole text output, or a matcher for it. */
  readonly text: (given: DrivenWorkspace) => unknown;
  readonly json: (given: DrivenWorkspace) => unknown;
}
