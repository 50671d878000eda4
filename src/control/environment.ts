/** Which environment's records a call of the control plane is about (rule env.data). */
import * as z from "zod";

import type { Environment, EnvironmentFilter } from "../domain/firm.ts";
import { environments } from "../domain/firm.ts";
import { sharesEnvironments } from "../platform/environment.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What records carry in answers. */
export const ShownEnvironment = z.enum(environments);

/** What calls take that list records or make some. */
export const EnvironmentInput = z
  .enum(environments)
  .exactOptional()
  .describe("The environment of the records, sandbox by default; under env.data=shared, any");

/** The environment whose records a list has; those of either only when the environments share them and none is given. */
export function listedIn(workspace: Workspace, given: Environment | undefined): EnvironmentFilter {
  return given ?? (sharesEnvironments(workspace) ? null : "sandbox");
}
