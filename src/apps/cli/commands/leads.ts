import { Command } from "commander";

import { counted } from "../../../base/values/counted.ts";
import { picked } from "../../../base/values/picked.ts";
import type { Environment as RecordEnvironment } from "../../../domain/model/firm.ts";
import { SandboxError } from "../../../library/client/sandbox-error.ts";
import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import type { RunningOptions } from "../options/shared-rows.ts";
import { environmentRow, pageRows } from "../options/shared-rows.ts";
import { print, table } from "../output/output.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { UsageError } from "../usage-error.ts";
import { emailAddress } from "../values.ts";

/** `leads`: lists Leads, and moves them on. */
export function leadsCommand({ environment }: CommandLine): Command {
  return new Command("leads")
    .helpGroup(groups.driving)
    .description("List, convert and archive Leads")
    .addCommand(listCommand(environment))
    .addCommand(convertCommand(environment))
    .addCommand(archiveCommand(environment));
}

const listRows = {
  ...environmentRow,
  ...pageRows("100 by default"),
} as const satisfies OptionRows;

function listCommand(environment: Environment): Command {
  return withRunning(
    new Command("list").description(
      "List the Leads of all Firms in one environment, including deleted ones, newest first",
    ),
    listRows,
  )
    .addHelpText("after", examples("lead-sandbox leads list", "lead-sandbox leads list --json"))
    .action(async (options: RunningOptions & OptionsOf<typeof listRows>) => {
      const { workspace } = await runningSandbox(options, environment);
      const query = picked(options, "environment", "limit", "offset");
      const { data } = await workspace.leads.list(query);
      print(options, data, () =>
        table(
          ["id", "state", "firm", "created", "email"],
          data.map(({ id, state, firmId, createdAt, email }) => [
            id,
            state,
            firmId,
            createdAt,
            email,
          ]),
          "There is no Lead.",
        ),
      );
    });
}

const convertRows = {
  "--email <address>": {
    help: "instead of an id: sign up the person with this address",
    parse: emailAddress,
  },
  "--environment <name>": { ...environmentRow["--environment <name>"], requires: ["--email"] },
} as const satisfies OptionRows;

function convertCommand(environment: Environment): Command {
  return withRunning(
    new Command("convert")
      .description("Sign up the client of a Lead, which converts every Lead of this email")
      .argument("[lead]", "the id of the Lead"),
    convertRows,
  )
    .addHelpText("after", examples("lead-sandbox leads convert --email maya@example.com"))
    .action(
      async (
        leadId: string | undefined,
        options: RunningOptions & OptionsOf<typeof convertRows>,
      ) => {
        if ((leadId === undefined) === (options.email === undefined)) {
          throw new UsageError("Missing Lead. Give its id, or --email with the client's address.");
        }
        const { workspace } = await runningSandbox(options, environment);
        if (leadId !== undefined) {
          const done = await workspace.leads.convert(leadId);
          print(options, done, () => summaryOf(done));
        } else {
          const client = { email: options.email ?? "", ...picked(options, "environment") };
          await refuseUnreferred(workspace, client);
          const done = await workspace.signUp(client);
          print(options, done, () => summaryOf(done));
        }
      },
    );
}

/** Rejects an address without an Active Lead: the sign-up would register a client and convert nothing. */
async function refuseUnreferred(
  { leads }: WorkspaceClient,
  { email, ...of }: { readonly email: string; readonly environment?: RecordEnvironment },
): Promise<void> {
  const limit = 1_000;
  const address = email.toLowerCase();
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    // oxlint-disable-next-line no-await-in-loop -- one page at a time, until the Lead is found
    const { data, meta } = await leads.list({ ...of, limit, offset });
    if (data.some((lead) => lead.state === "Active" && lead.email.toLowerCase() === address))
      return;
    ({ total } = meta);
  }
  throw new SandboxError({
    status: 404,
    message: `No Active Lead has the email ${email}; lead-sandbox leads list shows them.`,
    hint: "POST W/sign-ups of the control API signs up a client without a Lead.",
  });
}

function summaryOf(done: {
  readonly clientProfile: { readonly id: string };
  readonly leads: readonly { readonly id: string }[];
  readonly plans: readonly unknown[];
  readonly emails: readonly unknown[];
}): string {
  const { clientProfile, leads, plans, emails } = done;
  const ids = leads.map(({ id }) => ` ${id}`).join(",");
  const parts = [
    `Converted ${counted(leads.length, "Lead")}${leads.length === 0 ? "" : ":"}${ids}`,
  ];
  parts.push(`client profile ${clientProfile.id}`, counted(plans.length, "Plan"));
  return `${parts.join("; ")}; ${counted(emails.length, "mail")}.`;
}

function archiveCommand(environment: Environment): Command {
  return withRunning(
    new Command("archive")
      .description("Archive a Lead, as a platform representative does")
      .argument("<lead>", "the id of the Lead"),
  )
    .addHelpText("after", examples("lead-sandbox leads archive Vr2ymFvp"))
    .action(async (leadId: string, options: RunningOptions) => {
      const done = await (
        await runningSandbox(options, environment)
      ).workspace.leads.archive(leadId);
      print(options, done.lead, () => `Archived Lead ${done.lead.id}.`);
    });
}
