/** The environment of the records that a control call concerns (rule env.data). */
import * as z from "zod";

import type { Environment, EnvironmentFilter } from "../../../domain/model/firm.ts";
import { environments } from "../../../domain/model/firm.ts";
import { sharesEnvironments } from "../../../world/platform/environment.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";

/** The environment parameter of calls that list or create records. */
export const EnvironmentInput = z
  .enum(environments)
  .exactOptional()
  .describe("The environment of the records, sandbox by default; under env.data=shared, any");

/** The environment parameter of calls that list or delete mail, where `all` selects both. */
export const MailEnvironmentInput = z
  .enum([...environments, "all"])
  .exactOptional()
  .describe(
    "The environment of the mail, or all for both; sandbox by default, under env.data=shared all",
  );

/** The environment of a list. Null means both: the environments share records and the call names neither. */
export function listedIn(
  workspace: Workspace,
  given: Environment | "all" | undefined,
): EnvironmentFilter {
  if (given === "all") return null;
  return given ?? (sharesEnvironments(workspace) ? null : "sandbox");
}
