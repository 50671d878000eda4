/** The environment of the records that a control call concerns (rule env.data). */
import * as z from "zod";

import type { Environment, EnvironmentFilter } from "../domain/firm.ts";
import { environments } from "../domain/firm.ts";
import { sharesEnvironments } from "../platform/environment.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The environment parameter of calls that list or create records. */
export const EnvironmentInput = z
  .enum(environments)
  .exactOptional()
  .describe("The environment of the records, sandbox by default; under env.data=shared, any");

/** The environment of a list. Null means both: the environments share records and the call names neither. */
export function listedIn(workspace: Workspace, given: Environment | undefined): EnvironmentFilter {
  return given ?? (sharesEnvironments(workspace) ? null : "sandbox");
}
