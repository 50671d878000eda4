import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

import { environments } from "../domain/firm.ts";
import { relayStates } from "../domain/mail.ts";
import { planStatuses } from "../domain/plan.ts";

/**
 * The tables of one workspace. `number` counts the rows of a table in the order they were made: ids are
 * derived from it and lists break ties by it. Times are epoch milliseconds, JSON is kept as text, what is true as 1.
 * The statements that make these tables stand in migrations.ts; a test compares the two.
 */
const row = { number: integer().primaryKey(), id: text().notNull() };
const times = {
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  deletedAt: integer(),
};

/** The environment that a record belongs to (rule env.data). */
const environment = () => text({ enum: environments }).notNull();

export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
});

export const firms = sqliteTable("firms", {
  ...row,
  name: text().notNull(),
  firmType: text().notNull(),
  colour: text(),
  logo: text(),
  ...times,
});

export const firmMembers = sqliteTable("firmMembers", {
  ...row,
  firmId: text().notNull(),
  email: text().notNull(),
  firstName: text().notNull(),
  lastName: text().notNull(),
  isOwner: integer().notNull(),
  ...times,
});

export const subscriptions = sqliteTable("subscriptions", {
  firmMemberId: text().primaryKey(),
  active: integer().notNull(),
});

export const referralCodes = sqliteTable("referralCodes", {
  ...row,
  firmId: text().notNull(),
  ...times,
});

export const apiKeys = sqliteTable("apiKeys", {
  ...row,
  key: text().notNull(),
  firmId: text().notNull(),
  roleType: text({ enum: ["Partner", "Realtor"] }).notNull(),
  environment: environment(),
  quotaPerHour: integer(),
  quotaByRule: integer().notNull(),
  permissions: text().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer(),
  revokedAt: integer(),
});

export const leads = sqliteTable("leads", {
  ...row,
  firmId: text().notNull(),
  resourceType: text({ enum: ["Firm", "FirmMember"] }).notNull(),
  resourceId: text().notNull(),
  email: text().notNull(),
  emailLowerCase: text().notNull(),
  firstName: text(),
  lastName: text(),
  phone: text(),
  clientData: text(),
  referredByReferralCodeId: text(),
  ...times,
  convertedAt: integer(),
  planIds: text(),
  clientProfileId: text(),
  environment: environment(),
});

export const clientProfiles = sqliteTable("clientProfiles", {
  ...row,
  email: text().notNull(),
  emailLowerCase: text().notNull(),
  firstName: text(),
  lastName: text(),
  phone: text(),
  clientData: text(),
  ...times,
  environment: environment(),
});

export const plans = sqliteTable("plans", {
  ...row,
  clientProfileId: text().notNull(),
  leadId: text(),
  name: text(),
  type: text().notNull(),
  status: text({ enum: planStatuses }).notNull(),
  amount: real(),
  ...times,
  environment: environment(),
});

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
