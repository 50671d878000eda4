import type { Placeholder, SQL } from "drizzle-orm";
import { and, sql } from "drizzle-orm";

import type { Json } from "../../base/values/json.ts";
import type { Environment } from "../../domain/model/firm.ts";
import type { MailKind, RelayState } from "../../domain/model/mail.ts";
import { outbox } from "./schema.ts";

/**
 * A filter for captured messages. `subject` matches a part, case-insensitively, and so does `to`, unless it is a whole
 * address.
 */
export interface MessageFilter {
  readonly to?: string | undefined;
  readonly kind?: MailKind | undefined;
  readonly subject?: string | undefined;
  readonly leadId?: string | undefined;
  readonly environment?: Environment | undefined;
  readonly since?: number | undefined;
  readonly relay?: RelayState | undefined;
  readonly isRead?: boolean | undefined;
  /** Only messages with these ids. */
  readonly ids?: ReadonlySet<string> | undefined;
}

/** Whether a text is a whole address: `@example.com` is a part of one. */
function isAddress(text: string): boolean {
  return text.includes("@", 1) && !text.endsWith("@");
}

/**
 * Whether a mail of that kind to those recipients may match, as far as the filter names them. Most mails of a busy
 * workspace are for other waiting calls, and this spares them a statement.
 */
export function mayMatch(
  { to, kind }: MessageFilter,
  mail: { readonly to?: Json; readonly kind?: Json },
): boolean {
  if (kind !== undefined && mail.kind !== undefined && mail.kind !== kind) return false;
  if (to === undefined || !Array.isArray(mail.to)) return true;
  const part = lowerAscii(to);
  return mail.to.some((one) => typeof one === "string" && lowerAscii(one).includes(part));
}

/** The text in lower case, as SQLite's `lower` has it. */
function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** All conditions are in one statement, so it is prepared once; a null value disables its condition. */
export const matches = and(
  conditionIfGiven(
    "to",
    (to) => sql`exists (
      select 1 from json_each(${outbox.recipients}) where instr(lower(value), lower(${to})) > 0
        and (${sql.placeholder("isAddress")} = 0 or length(value) = length(${to}))
    )`,
  ),
  conditionIfGiven("environment", (environment) => sql`${outbox.environment} = ${environment}`),
  conditionIfGiven("kind", (kind) => sql`${outbox.kind} = ${kind}`),
  conditionIfGiven(
    "subject",
    (subject) => sql`instr(lower(${outbox.subject}), lower(${subject})) > 0`,
  ),
  conditionIfGiven("leadId", (leadId) => sql`${outbox.leadId} = ${leadId}`),
  conditionIfGiven("since", (since) => sql`${outbox.at} >= ${since}`),
  conditionIfGiven("relay", (relay) => sql`${outbox.relay} = ${relay}`),
  conditionIfGiven("isRead", (isRead) => sql`${outbox.isRead} = ${isRead}`),
  conditionIfGiven("ids", (ids) => sql`${outbox.id} in (select value from json_each(${ids}))`),
);

/** The values of these conditions. */
export function valuesOf(
  filter: MessageFilter,
): Record<keyof MessageFilter | "isAddress", unknown> {
  const { to = null, kind = null, subject = null, leadId = null, since = null } = filter;
  const { relay = null, environment = null, isRead, ids } = filter;
  const idList = ids === undefined ? null : JSON.stringify([...ids]);
  const read = isRead === undefined ? null : Number(isRead);
  const whole = Number(to !== null && isAddress(to));
  return {
    to,
    isAddress: whole,
    kind,
    subject,
    leadId,
    environment,
    since,
    relay,
    isRead: read,
    ids: idList,
  };
}

function conditionIfGiven(name: keyof MessageFilter, condition: (value: Placeholder) => SQL): SQL {
  const value = sql.placeholder(name);
  return sql`(${value} is null or ${condition(value)})`;
}
