import { expect } from "vitest";

import type { CommandRow } from "./command-row.ts";
import type { DrivenWorkspace } from "./driven.ts";
import { aboutWorkspacesAndTheProgram } from "./program-rows.ts";

const now = "2026-03-02T09:00:00.000Z";
const anHourLater = "2026-03-02T10:00:00.000Z";

/** The sign-up URL of the invitation. */
function linkOf({ url, id }: DrivenWorkspace): string {
  return `${url}/_sandbox/workspaces/${id}/sign-up?referralCode=HPcode01&email=maya%40example.com`;
}

const subject = "Harbour Point Financial invites you to sign up";

function variablesOf({ url, id, key, realtorKey }: DrivenWorkspace) {
  return {
    LEAD_API_URL: url,
    LEAD_API_KEY: key,
    LEAD_API_KEY_ID: "HPkeySbx",
    LEAD_API_REALTOR_KEY: realtorKey,
    LEAD_API_FIRM_ID: "Harb0rPt",
    LEAD_API_MEMBER_ID: "HPowner1",
    LEAD_API_REFERRAL_CODE: "HPcode01",
    LEAD_SANDBOX_CONTROL_URL: `${url}/_sandbox`,
    LEAD_SANDBOX_WORKSPACE: id,
    LEAD_SANDBOX_URL: url,
  };
}

function exports(given: DrivenWorkspace, line: (name: string, value: string) => string): string {
  return `${Object.entries(variablesOf(given))
    .map(([name, value]) => line(name, value))
    .join("\n")}\n`;
}

function advancing(how: string): CommandRow {
  return {
    command: "time advance",
    line: `time advance ${how}`,
    text: () => `${anHourLater}  frozen\n`,
    json: () => ({ now: anHourLater, mode: "frozen" }),
  };
}

function converted({ leadId }: DrivenWorkspace): unknown {
  const line = `^Converted 1 Lead: ${leadId}; client profile \\w{8}; 0 Plans; 1 mail\\.\n$`;
  return expect.stringMatching(new RegExp(line));
}

const aboutTheSandbox: readonly CommandRow[] = [
  {
    command: "env",
    line: "env",
    text: (given) => exports(given, (name, value) => `export ${name}='${value}'`),
    json: variablesOf,
  },
  ...(
    [
      ["dotenv", (name, value) => `${name}=${value}`],
      ["powershell", (name, value) => `$env:${name} = '${value}'`],
      ["fish", (name, value) => `set -gx ${name} '${value}'`],
    ] as const satisfies readonly (readonly [string, (name: string, value: string) => string])[]
  ).map(([format, line]) => ({
    command: "env",
    line: `env --format ${format}`,
    text: (given: DrivenWorkspace) => exports(given, line),
    json: variablesOf,
  })),
  {
    command: "env",
    line: "env --new --workspace {workspace}-of-its-own",
    text: ({ id }) =>
      expect.stringMatching(new RegExp(`export LEAD_SANDBOX_WORKSPACE='${id}-of-its-own'\n`)),
    json: ({ id }) => ({ LEAD_SANDBOX_WORKSPACE: `${id}-of-its-own` }),
  },
  {
    command: "ready",
    line: "ready",
    text: ({ url }) => `ready at ${url}\n`,
    json: ({ url }) => ({ ready: true, url, reason: null }),
  },
  {
    command: "healthcheck",
    line: "healthcheck --timeout 60s",
    text: () => "healthy\n",
    json: ({ url }) => ({ healthy: true, url, reason: null }),
  },
  {
    command: "reset",
    line: "reset",
    text: ({ id }) => `Workspace ${id} is at the beginning of the fixture default.\n`,
    json: ({ id }) => ({ id, fixture: "default", clock: { now } }),
  },
  {
    command: "reset",
    line: "reset --fixture empty",
    text: ({ id }) => `Workspace ${id} is at the beginning of the fixture empty.\n`,
    json: ({ id }) => ({ id, fixture: "empty", clock: { now } }),
  },
];

const aboutLeads: readonly CommandRow[] = [
  {
    command: "leads list",
    line: "leads list --limit 2",
    text: ({ leadId }) =>
      [
        "id        state   firm      created                   email",
        `${leadId}  Active  Harb0rPt  ${now}  maya@example.com`,
        "LeadHPm1  Active  Harb0rPt  2026-01-10T09:00:00.000Z  finn.member@example.com\n",
      ].join("\n"),
    json: ({ leadId }) => [{ id: leadId, state: "Active" }, { id: "LeadHPm1" }],
  },
  {
    command: "leads list",
    line: "leads list --environment production",
    text: () => "There is no Lead.\n",
    json: () => [],
  },
  {
    command: "leads convert",
    line: "leads convert --email maya@example.com --environment sandbox",
    text: converted,
    json: ({ leadId }) => ({ leads: [{ id: leadId, state: "Converted" }] }),
  },
  {
    command: "leads convert",
    line: "leads convert {lead}",
    text: converted,
    json: ({ leadId }) => ({ lead: { id: leadId, state: "Converted" } }),
  },
  {
    command: "leads convert",
    line: "leads convert --email maya@example.com",
    text: converted,
    json: ({ leadId }) => ({ leads: [{ id: leadId, state: "Converted" }] }),
  },
  {
    command: "leads archive",
    line: "leads archive {lead}",
    text: ({ leadId }) => `Archived Lead ${leadId}.\n`,
    json: ({ leadId }) => ({ id: leadId, state: "Archived" }),
  },
];

const aboutTimeAndMail: readonly CommandRow[] = [
  {
    command: "time show",
    line: "time show",
    text: () => `${now}  frozen\n`,
    json: () => ({ now, mode: "frozen" }),
  },
  {
    command: "time freeze",
    line: `time freeze --at ${anHourLater} --on-refusal jump`,
    text: () => `${anHourLater}  frozen, and a 429 moves it on\n`,
    json: () => ({ now: anHourLater, mode: "frozen", rate: null, onRefusal: "jump" }),
  },
  {
    command: "time run",
    line: `time run --from ${anHourLater} --rate 0.001`,
    text: () => `${anHourLater}  runs 0.001 times as fast\n`,
    json: () => ({ now: anHourLater, mode: "system", rate: 0.001, onRefusal: "stay" }),
  },
  advancing("--by PT1H"),
  advancing("60m"),
  advancing("--to 2026-03-02T11:00:00+01:00"),
  {
    command: "time advance",
    line: "time advance --until-allowed HPkeySbx",
    text: () => `${now}  frozen\n`,
    json: () => ({ now }),
  },
  {
    command: "emails list",
    line: "emails list --to maya@ --kind welcome --subject invites --lead {lead} --limit 1 --offset 0",
    text: ({ mailId }) =>
      [
        "id        at                        kind     to                subject",
        `${mailId}  ${now}  welcome  maya@example.com  ${subject}\n`,
      ].join("\n"),
    json: ({ mailId, leadId }) => [{ id: mailId, leadId }],
  },
  {
    command: "emails list",
    line: "emails list --kind converted",
    text: () => "No mail matches.\n",
    json: () => [],
  },
  {
    command: "emails list",
    line: "emails list --environment production",
    text: () => "No mail matches.\n",
    json: () => [],
  },
  {
    command: "emails wait",
    line: "emails wait --to maya@example.com --timeout 60s",
    text: (given) =>
      `${given.mailId}  ${now}  welcome  maya@example.com  ${subject}\n${linkOf(given)}\n`,
    json: (given) => ({ id: given.mailId, links: [linkOf(given)] }),
  },
  {
    command: "emails show",
    line: "emails show {mail}",
    text: () =>
      expect.stringMatching(/^Welcome from Harbour Point Financial\n\nHello Maya Moreau,\n/),
    json: ({ mailId }) => ({ id: mailId, subject }),
  },
  {
    command: "emails show",
    line: "emails show {mail} --html",
    text: () => expect.stringMatching(/^<!doctype html>/i),
    json: ({ mailId }) => ({ id: mailId }),
  },
];

/** Every command that drives a running sandbox or describes the program, with typical arguments. */
export const commandRows: readonly CommandRow[] = [
  ...aboutTheSandbox,
  ...aboutLeads,
  ...aboutTimeAndMail,
  ...aboutWorkspacesAndTheProgram,
];
