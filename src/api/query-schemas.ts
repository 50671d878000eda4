/**
 * The query parameters as the contract documents them. The workspace's assumptions decide how to handle other
 * values, so query.ts parses them itself.
 */
import * as z from "zod";

import type { ListedResource } from "../domain/fields.ts";
import { listFields } from "../domain/fields.ts";
import { lazy } from "../domain/lazy.ts";
import { pageSizeDefault, pageSizeMax } from "../domain/list-query.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { ruleOf } from "../rules/catalogue.ts";
import { includePaths } from "./query.ts";

const scope = lazy(() =>
  z
    .enum(["withDeleted", "active"])
    .optional()
    .describe(said("scope.default", "scope.with-deleted", "scope.active", "scope.unknown")),
);

/** GET of one record. */
export function recordParameters(resource: ListedResource) {
  return lazy(() => z.object({ scope: scope(), include: include(resource) }));
}

/** GET of a list. */
export function listParameters(resource: ListedResource) {
  return lazy(() =>
    z.object({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(pageSizeMax)
        .default(pageSizeDefault)
        .describe(said("list.limit")),
      offset: z.coerce.number().int().min(0).default(0).describe(said("list.offset")),
      order: order(resource),
      filter: filter(resource),
      scope: scope(),
      include: include(resource),
    }),
  );
}

/** Comma-separated paths. A resource without paths rejects any. */
function include(resource: ListedResource) {
  const paths = includePaths[resource];
  const rules = said(
    "include.plans",
    "include.plans.several-leads",
    "include.client-profiles",
    "include.permission",
    "include.separator",
    "include.unknown",
  );
  const description = `Takes ${paths.join(" and ")}. ${rules}`;
  return paths.length === 0
    ? z
        .string()
        .max(0)
        .optional()
        .describe(`Here is nothing to include. ${said("include.unknown")}`)
    : z
        .array(z.enum(paths))
        .optional()
        .meta({ description, examples: [[...paths]] });
}

function order(resource: ListedResource) {
  return z
    .string()
    .optional()
    .meta({
      description: `${said("list.order", "list.order.ties", "list.order.quotes")} ${fieldsOf(resource)}`,
      examples: ['[["createdAt","DESC"]]'],
    });
}

function filter(resource: ListedResource) {
  const rules = said(
    "list.filter",
    "list.filter.invalid",
    "list.filter.local-time",
    "list.filter.operators",
    "list.filter.operators.further",
    "list.filter.operators.unknown",
    "list.filter.object-field",
    "list.filter.unknown-field",
  );
  return z
    .string()
    .optional()
    .meta({
      description: `${rules} ${fieldsOf(resource)}`,
      examples: ['{"createdAt":{"$lt":"2026-02-01T00:00:00.000Z"},"deletedAt":null}'],
    });
}

function fieldsOf(resource: ListedResource): string {
  const fields = Object.entries(listFields[resource]).filter(([, type]) => type !== "unsupported");
  return `The fields are ${fields.map(([name]) => `\`${name}\``).join(", ")}.`;
}

/** The statements of the rules, joined. */
function said(...rules: readonly RuleId[]): string {
  return rules.map((rule) => ruleOf(rule).statement).join(" ");
}

/** The rules that can reject the parameters of one record. */
export const recordRefusals = [
  "scope.unknown",
  "include.unknown",
  "query.repeated",
  "query.unknown",
] as const satisfies readonly RuleId[];

/** The rules that can reject the parameters of a list. */
export function listRefusals(resource: ListedResource): readonly RuleId[] {
  const hasObjects = Object.values(listFields[resource]).some((type) => type === "unsupported");
  return [
    "list.limit",
    "list.offset",
    "list.order",
    "list.order.quotes",
    "list.filter.invalid",
    "list.filter.operators.further",
    "list.filter.operators.unknown",
    ...(hasObjects ? (["list.filter.object-field"] as const) : []),
    "list.filter.unknown-field",
    ...recordRefusals,
  ];
}

/** PATCH of a Lead. */
export const ScopeParameters = lazy(() =>
  z.object({ scope: scope().describe(said("lead.patch.not-active", "scope.unknown")) }),
);

/** POST of a Lead. */
export const OutreachParameters = lazy(() =>
  z.object({
    disableClientOutreach: z
      .boolean()
      .optional()
      .describe(said("mail.opt-out", "mail.opt-out.values")),
  }),
);

export const NoParameters = lazy(() => z.object({}));
