import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

import { environments } from "../domain/firm.ts";
import { relayStates } from "../domain/mail.ts";
import { apiKeyFields } from "../records/api-key.ts";
import { clientProfileFields } from "../records/client-profile.ts";
import { firmMemberFields } from "../records/firm-member.ts";
import { firmFields } from "../records/firm.ts";
import { leadFields } from "../records/lead.ts";
import { planFields } from "../records/plan.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import { columnsOf } from "./record-columns.ts";

/**
 * The tables of one workspace, those of records by their fields. `number` counts the rows of a table in the order they were made: ids are
 * derived from it and lists break ties by it. Times are epoch milliseconds, JSON is kept as text, what is true as 1.
 * The statements that make these tables stand in migrations.ts; a test compares the two.
 */
const number = () => integer().primaryKey();

/** The environment that a record belongs to (rule env.data). */
const environment = () => text({ enum: environments }).notNull();

export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
});

export const firms = sqliteTable("firms", { number: number(), ...columnsOf(firmFields) });

export const firmMembers = sqliteTable("firmMembers", {
  number: number(),
  ...columnsOf(firmMemberFields),
});

export const subscriptions = sqliteTable("subscriptions", {
  firmMemberId: text().primaryKey(),
  active: integer().notNull(),
});

export const referralCodes = sqliteTable("referralCodes", {
  number: number(),
  ...columnsOf(referralCodeFields),
});

export const apiKeys = sqliteTable("apiKeys", {
  number: number(),
  ...columnsOf(apiKeyFields),
  quotaPerHour: integer(),
  quotaByRule: integer().notNull(),
});

export const leads = sqliteTable("leads", {
  number: number(),
  ...columnsOf(leadFields),
  emailLowerCase: text().notNull(),
});

export const clientProfiles = sqliteTable("clientProfiles", {
  number: number(),
  ...columnsOf(clientProfileFields),
  emailLowerCase: text().notNull(),
});

export const plans = sqliteTable("plans", { number: number(), ...columnsOf(planFields) });

export const planOwners = sqliteTable("planOwners", {
  number: integer().primaryKey(),
  planId: text().notNull(),
  firmId: text().notNull(),
});

export const outbox = sqliteTable("outbox", {
  number: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull(),
  at: integer().notNull(),
  kind: text({ enum: ["welcome", "converted", "plan-updated"] }).notNull(),
  recipients: text().notNull(),
  subject: text().notNull(),
  links: text().notNull(),
  leadId: text(),
  planId: text(),
  content: text().notNull(),
  relay: text({ enum: relayStates }),
  relayNote: text(),
  isRead: integer().notNull(),
  environment: environment(),
});

export const workflows = sqliteTable("workflows", {
  id: text().primaryKey(),
  definition: text().notNull(),
});
