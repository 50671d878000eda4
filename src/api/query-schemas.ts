/**
 * The query parameters as the contract documents them. What becomes of a value outside of these depends on
 * the workspace's assumptions, so query.ts reads them itself.
 */
import * as z from "zod";

import { pageSizeDefault, pageSizeMax } from "../domain/list-query.ts";
import type { RuleId } from "../rules/catalogue.ts";

const scope = z.enum(["withDeleted", "active"]).optional();
const include = z.string().optional();

/** GET of one record. */
export const RecordParameters = z.object({ scope, include });

/** GET of a list. */
export const ListParameters = z.object({
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
  offset: z.coerce.number().int().min(0).default(0),
  order: z.string().optional(),
  filter: z.string().optional(),
  scope,
  include,
});

/** The rules that the parameters of a list can be refused by. */
export const listRefusals = [
  "list.limit",
  "list.offset",
  "list.order",
  "list.filter",
  "list.filter.unknown-field",
  "scope.unknown",
  "include.unknown",
] as const satisfies readonly RuleId[];

/** PATCH of a Lead. */
export const ScopeParameters = z.object({ scope });

/** POST of a Lead. */
export const OutreachParameters = z.object({
  disableClientOutreach: z.enum(["true", "false"]).optional(),
});

export const NoParameters = z.object({});
