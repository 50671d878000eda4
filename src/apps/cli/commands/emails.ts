import { Command, Option } from "commander";

import type { Environment as RecordEnvironment } from "../../../domain/model/firm.ts";
import type { MailKind } from "../../../domain/model/mail.ts";
import { mailKinds } from "../../../domain/model/mail.ts";
import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { plain, print, table } from "../output/output.ts";
import type { RunningOptions } from "../tester/running-sandbox.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { UsageError } from "../usage-error.ts";
import { count, countFromZero, environmentOption, timeoutOption } from "../values.ts";

/** `emails`: the captured mail. */
export function emailsCommand({ environment }: CommandLine): Command {
  return new Command("emails")
    .helpGroup(groups.driving)
    .description("List captured mail, wait for mail, show one")
    .addCommand(listCommand(environment))
    .addCommand(waitCommand(environment))
    .addCommand(showCommand(environment));
}

interface MailFilter {
  readonly to?: string;
  readonly kind?: MailKind;
  readonly subject?: string;
  readonly lead?: string;
  readonly environment?: RecordEnvironment;
}

function withFilter(command: Command): Command {
  return withRunning(command)
    .option("--to <text>", "a part of the recipient's address")
    .addOption(new Option("--kind <kind>", "kind of mail").choices(mailKinds))
    .option("--subject <text>", "a part of the subject")
    .option("--lead <id>", "the Lead that the mail is about")
    .addOption(environmentOption());
}

function queryOf({ to, kind, subject, lead, environment }: MailFilter) {
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(to === undefined ? {} : { to }),
    ...(kind === undefined ? {} : { kind }),
    ...(subject === undefined ? {} : { subject }),
    ...(lead === undefined ? {} : { leadId: lead }),
  };
}

interface ListOptions extends RunningOptions, MailFilter {
  readonly limit?: number;
  readonly offset?: number;
}

function listCommand(environment: Environment): Command {
  return withFilter(new Command("list").description("List captured mail, newest first"))
    .option("--limit <count>", "maximum number to list; 100 by default", count)
    .option("--offset <count>", "number to skip", countFromZero)
    .addHelpText("after", examples("lead-sandbox emails list --to maya@example.com"))
    .action(async (options: ListOptions) => {
      const { limit, offset } = options;
      const { data } = await (
        await runningSandbox(options, environment)
      ).workspace.emails.list({
        ...queryOf(options),
        ...(limit === undefined ? {} : { limit }),
        ...(offset === undefined ? {} : { offset }),
      });
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

function waitCommand(environment: Environment): Command {
  return withFilter(
    new Command("wait").description("Wait for a matching mail, and print the newest"),
  )
    .addOption(timeoutOption("give up after this time, at most 60s", 5_000, "5s"))
    .addHelpText(
      "after",
      examples("lead-sandbox emails wait --to maya@example.com --kind welcome --timeout 10s"),
    )
    .action(async (options: RunningOptions & MailFilter & { readonly timeout: number }) => {
      const { timeout: timeoutMs } = options;
      if (timeoutMs > waitMsMax) throw new UsageError("--timeout: a call waits 60s at most.");
      const { workspace } = await runningSandbox(options, environment);
      const mail = await workspace.emails.waitFor({ ...queryOf(options), timeoutMs });
      print(options, mail, () => [rowOf(mail).map(plain).join("  "), ...mail.links].join("\n"));
    });
}

interface ShowOptions extends RunningOptions {
  readonly html?: boolean;
  readonly raw?: boolean;
}

function showCommand(environment: Environment): Command {
  return withRunning(
    new Command("show")
      .description("Print the text of one mail, or its HTML or source")
      .argument("<mail>", "the id of the mail"),
  )
    .option("--html", "print its HTML")
    .addOption(new Option("--raw", "print its MIME source").conflicts(["html", "json"]))
    .addHelpText("after", examples("lead-sandbox emails show o0kHID5Y"))
    .action(async (emailId: string, options: ShowOptions) => {
      const { emails } = (await runningSandbox(options, environment)).workspace;
      if (options.raw === true) {
        process.stdout.write(await emails.raw(emailId));
        return;
      }
      const mail = await emails.get(emailId);
      print(options, mail, () => (options.html === true ? mail.html : mail.text).trimEnd());
    });
}
