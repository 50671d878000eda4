import { Command } from "commander";

import { picked } from "../../../base/values/picked.ts";
import { mailKinds } from "../../../domain/model/mail.ts";
import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import type { RunningOptions } from "../options/shared-rows.ts";
import { environmentRow, pageRows, timeoutRow } from "../options/shared-rows.ts";
import { plain, print, table } from "../output/output.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { UsageError } from "../usage-error.ts";

/** `emails`: the captured mail. */
export function emailsCommand({ environment }: CommandLine): Command {
  return new Command("emails")
    .helpGroup(groups.driving)
    .description("List captured mail, wait for mail, show one")
    .addCommand(listCommand(environment))
    .addCommand(waitCommand(environment))
    .addCommand(showCommand(environment));
}

const filterRows = {
  "--to <text>": "a part of the recipient's address",
  "--kind <kind>": { help: "kind of mail", choices: mailKinds },
  "--subject <text>": "a part of the subject",
  "--lead <id>": "the Lead that the mail is about",
  ...environmentRow,
} as const satisfies OptionRows;

function queryOf({ lead, ...options }: OptionsOf<typeof filterRows>) {
  const named = picked(options, "environment", "to", "kind", "subject");
  return lead === undefined ? named : { ...named, leadId: lead };
}

const listRows = { ...filterRows, ...pageRows("100 by default") } as const satisfies OptionRows;

function listCommand(environment: Environment): Command {
  return withRunning(new Command("list").description("List captured mail, newest first"), listRows)
    .addHelpText("after", examples("lead-sandbox emails list --to maya@example.com"))
    .action(async (options: RunningOptions & OptionsOf<typeof listRows>) => {
      const query = { ...queryOf(options), ...picked(options, "limit", "offset") };
      const { workspace } = await runningSandbox(options, environment);
      const { data } = await workspace.emails.list(query);
      print(options, data, () =>
        table(["id", "at", "kind", "to", "subject"], data.map(rowOf), "No mail matches."),
      );
    });
}

interface Message {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly to: readonly string[];
  readonly subject: string;
}

function rowOf({ id, at, kind, to, subject }: Message): readonly string[] {
  return [id, at, kind, to.join(", "), subject];
}

const waitMsMax = 60_000;

const waitRows = {
  ...filterRows,
  ...timeoutRow("give up after this time, at most 60s", 5_000, "5s"),
} as const satisfies OptionRows;

function waitCommand(environment: Environment): Command {
  return withRunning(
    new Command("wait").description("Wait for a matching mail, and print the newest"),
    waitRows,
  )
    .addHelpText(
      "after",
      examples("lead-sandbox emails wait --to maya@example.com --kind welcome --timeout 10s"),
    )
    .action(async (options: RunningOptions & OptionsOf<typeof waitRows>) => {
      const { timeout: timeoutMs } = options;
      if (timeoutMs > waitMsMax) throw new UsageError("--timeout: a call waits 60s at most.");
      const { workspace } = await runningSandbox(options, environment);
      const mail = await workspace.emails.waitFor({ ...queryOf(options), timeoutMs });
      print(options, mail, () => [rowOf(mail).map(plain).join("  "), ...mail.links].join("\n"));
    });
}

const asText = "MIME source is printed as it is.";
const showRows = {
  "--html": "print its HTML",
  "--raw": { help: "print its MIME source", excludes: { "--html": asText, "--json": asText } },
} as const satisfies OptionRows;

function showCommand(environment: Environment): Command {
  return withRunning(
    new Command("show")
      .description("Print the text of one mail, or its HTML or source")
      .argument("<mail>", "the id of the mail"),
    showRows,
  )
    .addHelpText("after", examples("lead-sandbox emails show o0kHID5Y"))
    .action(async (emailId: string, options: RunningOptions & OptionsOf<typeof showRows>) => {
      const { emails } = (await runningSandbox(options, environment)).workspace;
      if (options.raw) {
        process.stdout.write(await emails.raw(emailId));
        return;
      }
      const mail = await emails.get(emailId);
      print(options, mail, () => (options.html ? mail.html : mail.text).trimEnd());
    });
}
