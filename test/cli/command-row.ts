import type { DrivenWorkspace } from "./driven.ts";

/** A command of a running sandbox, with what it prints for a person and for a program. */
export interface CommandRow {
  readonly command: string;
  /** Its arguments, with `{lead}`, `{mail}` and `{workspace}` in place of ids. */
  readonly line: string;
  /** All that is printed, or a matcher of it. */
  readonly text: (given: DrivenWorkspace) => unknown;
  readonly json: (given: DrivenWorkspace) => unknown;
}
