import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

import { mailKinds } from "../../domain/model/mail.ts";
import { apiKeyFields } from "../../domain/records/api-key.ts";
import { clientProfileFields } from "../../domain/records/client-profile.ts";
import { firmMemberFields } from "../../domain/records/firm-member.ts";
import { firmFields } from "../../domain/records/firm.ts";
import { leadFields } from "../../domain/records/lead.ts";
import { messageFields } from "../../domain/records/message.ts";
import { planFields } from "../../domain/records/plan.ts";
import { referralCodeFields } from "../../domain/records/referral-code.ts";
import { columnsOf } from "./record-columns.ts";

/**
 * The tables of one workspace; those of records follow from their fields. `number` counts the rows of a table
 * in the order of creation: ids are derived from it, and it breaks ties in lists. Times are epoch
 * milliseconds, JSON is text, true is 1. The statements that create the tables are in migrations.ts; a test
 * compares the two.
 */
const number = () => integer().primaryKey();

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
  // Named, because drizzle caches unnamed columns by the name of their table, and `leads.ts` has another with that name.
  history: text("history"),
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
  ...columnsOf(messageFields),
  kind: text({ enum: mailKinds }).notNull(),
  recipients: text().notNull(),
  content: text().notNull(),
  cause: text(),
});

export const workflows = sqliteTable("workflows", {
  id: text().primaryKey(),
  definition: text().notNull(),
});
