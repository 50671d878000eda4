import type { Field } from "../../domain/records/field.ts";
import { leadFields } from "../../domain/records/lead.ts";
import { addedColumns } from "./record-columns.ts";

/**
 * The statements that migrate a database from one version to the next; `PRAGMA user_version` counts them.
 * Never edit a shipped statement: change the tables with a new entry.
 */
const written: readonly string[] = [
  `
  create table settings (name text primary key, value text not null) strict;
  create table firms (
    number integer primary key, id text not null unique, name text not null, firmType text not null,
    colour text, logo text, createdAt integer not null, updatedAt integer not null, deletedAt integer
  ) strict;
  create table firmMembers (
    number integer primary key, id text not null unique, firmId text not null, email text not null,
    firstName text not null, lastName text not null, isOwner integer not null,
    createdAt integer not null, updatedAt integer not null, deletedAt integer
  ) strict;
  create index firmMembersByFirm on firmMembers (firmId, deletedAt, createdAt);
  create table subscriptions (firmMemberId text primary key, active integer not null) strict;
  create table referralCodes (
    number integer primary key, id text not null unique, firmId text not null,
    createdAt integer not null, updatedAt integer not null, deletedAt integer
  ) strict;
  create index referralCodesByFirm on referralCodes (firmId, deletedAt, createdAt);
  create table apiKeys (
    number integer primary key, id text not null unique, key text not null unique, firmId text not null,
    roleType text not null, environment text not null, quotaPerHour integer, quotaByRule integer not null,
    permissions text not null, createdAt integer not null, expiresAt integer, revokedAt integer
  ) strict;
  create table leads (
    number integer primary key, id text not null unique, firmId text not null,
    resourceType text not null, resourceId text not null, email text not null, emailLowerCase text not null,
    firstName text, lastName text, phone text, clientData text, referredByReferralCodeId text,
    createdAt integer not null, updatedAt integer not null, deletedAt integer, convertedAt integer,
    planIds text, clientProfileId text
  ) strict;
  create index leadsByFirm on leads (firmId, deletedAt, createdAt);
  create index leadsByParent on leads (resourceId, resourceType, deletedAt, createdAt);
  create index leadsByEmail on leads (emailLowerCase, resourceId, resourceType);
  create table clientProfiles (
    number integer primary key, id text not null unique, email text not null, emailLowerCase text not null,
    firstName text, lastName text, phone text, clientData text,
    createdAt integer not null, updatedAt integer not null, deletedAt integer
  ) strict;
  create index clientProfilesByEmail on clientProfiles (emailLowerCase);
  create table plans (
    number integer primary key, id text not null unique, clientProfileId text not null, leadId text,
    name text, type text not null, status text not null, amount real,
    createdAt integer not null, updatedAt integer not null, deletedAt integer
  ) strict;
  create index plansByLead on plans (leadId);
  create index plansByClientProfile on plans (clientProfileId);
  create table planOwners (
    number integer primary key, planId text not null, firmId text not null, unique (firmId, planId)
  ) strict;
  create index planOwnersByPlan on planOwners (planId);
  create table outbox (
    number integer primary key autoincrement, id text not null unique, at integer not null, kind text not null,
    recipients text not null, subject text not null, links text not null, leadId text, planId text,
    content text not null, relayed text
  ) strict;
  create table workflows (id text primary key, definition text not null) strict;
  `,
  `
  alter table outbox rename column relayed to relay;
  alter table outbox add column relayNote text;
  alter table outbox add column isRead integer not null default 0;
  update outbox set content = json_set(content, '$.unsubscribeUrl', '') where kind <> 'welcome';
  create index outboxOnItsWay on outbox (number) where relay in ('due', 'sending');
  `,
  `
  create index leadsByFirstName on leads (firstName) where firstName is not null;
  create index leadsByLastName on leads (lastName) where lastName is not null;
  create index leadsByReferralCode on leads (referredByReferralCodeId)
    where referredByReferralCodeId is not null;
  create index leadsByConversion on leads (convertedAt) where convertedAt is not null;
  `,
  // No index on ids, which have no order: nearly every Lead writes a message, and few are read by id.
  `
  alter table outbox rename to outboxBefore;
  create table outbox (
    number integer primary key autoincrement, id text not null, at integer not null, kind text not null,
    recipients text not null, subject text not null, links text not null, leadId text, planId text,
    content text not null, relay text, relayNote text, isRead integer not null default 0
  ) strict;
  insert into outbox
    select number, id, at, kind, recipients, subject, links, leadId, planId, content, relay, relayNote, isRead
    from outboxBefore;
  delete from sqlite_sequence where name = 'outbox';
  update sqlite_sequence set name = 'outbox' where name = 'outboxBefore';
  drop table outboxBefore;
  create index outboxOnItsWay on outbox (number) where relay in ('due', 'sending');
  `,
  // Rows from before rule env.data belong to the sandbox environment.
  `
  alter table leads add column environment text not null default 'sandbox';
  alter table clientProfiles add column environment text not null default 'sandbox';
  alter table plans add column environment text not null default 'sandbox';
  alter table outbox add column environment text not null default 'sandbox';
  drop index leadsByFirm;
  drop index leadsByParent;
  create index leadsByFirm on leads (firmId, environment, deletedAt, createdAt);
  create index leadsByParent on leads (resourceId, resourceType, environment, deletedAt, createdAt);
  `,
  `
  alter table firms add column creatorFirmId text;
  alter table clientProfiles add column creatorFirmId text;
  `,
  // A list is in the order of its index under each scope.
  `
  drop index leadsByFirm;
  drop index leadsByParent;
  drop index leadsByFirstName;
  drop index leadsByLastName;
  drop index leadsByReferralCode;
  drop index leadsByConversion;
  create index leadsByFirm on leads (firmId, environment, createdAt, number, deletedAt);
  create index leadsByParent
    on leads (resourceId, resourceType, environment, createdAt, number, deletedAt);
  `,
  `
  alter table leads add column history text;
  alter table outbox add column cause text;
  `,
  // Version 7 had that index. A filter by exact emails finds them by the keys of these emails.
  "drop index if exists leadsByExactEmail;",
];

const latest = Math.max(
  written.length,
  ...Object.values<Field>(leadFields).map(({ since = 0 }) => since),
);

/** The statements of each version; the columns of a Lead's fields follow from their `since`. */
export const migrations: readonly string[] = Array.from({ length: latest }, (_, at) =>
  [...addedColumns("leads", leadFields, at + 1), written[at] ?? ""].join("\n"),
);
