import { Command, InvalidArgumentError } from "commander";

import type { Config } from "../config.ts";
import { readConfig, settings } from "../config.ts";
import { checkService } from "./check-target.ts";
import { execute } from "./exec.ts";
import type { RecordingNames } from "./record.ts";
import { record } from "./record.ts";
import { serveUntilStopped } from "./serve.ts";
import { verifyPacts } from "./verify.ts";

/** Where a command leaves its exit code. */
export type Exit = (code: number) => void;

type Environment = Readonly<Record<string, string | undefined>>;

/** The command line; serving is what it does when no command is named. */
export function newProgram(exit: Exit, environment: Environment): Command {
  const program = new Command("lead-sandbox")
    .description("A local sandbox of a mortgage-referral Lead API")
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError(
      "lead-sandbox --help lists the commands, lead-sandbox serve --help the settings of serving.",
    )
    .addHelpText("after", servingHelp);
  const serve = serveCommand(exit, environment);
  program.addCommand(serve, { isDefault: true });
  const others = [execCommand, verifyCommand, recordCommand, checkCommand];
  for (const command of others) program.addCommand(command(exit, environment));
  for (const command of program.commands) command.copyInheritedSettings(program);
  serve.allowExcessArguments(); // It tells of them itself, in words about commands.
  return program;
}

const servingHelp = `
Without a command it serves: lead-sandbox --port 4700 is lead-sandbox serve --port 4700.
lead-sandbox serve --help lists the settings, with the variable of each.
`;

function serveCommand(exit: Exit, environment: Environment): Command {
  return withSettings(new Command("serve").description("Serve until stopped (the default)")).action(
    async (options: Options, command: Command) => {
      const [extra] = command.args;
      if (extra !== undefined) {
        command.error(
          `error: too many arguments: serving takes none, and no command is '${extra}'.`,
        );
      }
      exit(await serveUntilStopped(configOf(options, environment)));
    },
  );
}

function execCommand(exit: Exit, environment: Environment): Command {
  return withSettings(
    new Command("exec")
      .description("Start a sandbox, run a command against it, answer with its exit code")
      .argument("<command...>", "the command and its arguments, after --")
      .passThroughOptions(),
  )
    .option("--env <names>", "names of the variables, such as url=MY_URL,key=MY_KEY")
    .option("--min-coverage <percent>", "fail when less of the operations was called", percent)
    .option("--junit <file>", "write what happened as JUnit XML")
    .option("--json <file>", "write what happened as JSON")
    .option("--record <file>", "write the traffic as a Pact V4 file")
    .option("--consumer <name>", "the consumer that a recorded pact names", "recorded-client")
    .option("--provider <name>", "the provider that it names", "lead-api")
    .addHelpText(
      "after",
      "\nExample:\n  lead-sandbox exec -- npm test\n\nThe command finds LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_API_REFERRAL_CODE and\nLEAD_SANDBOX_CONTROL_URL in its environment.\n",
    )
    .action(async (command: readonly string[], options: Options) =>
      exit(await execute(command, configOf({ port: "0", ...options }, environment), options)),
    );
}

function recordCommand(exit: Exit, environment: Environment): Command {
  return withSettings(
    new Command("record").description("Serve until stopped, then write the traffic as a pact"),
  )
    .requiredOption("--out <file>", "the Pact V4 file to write")
    .option("--consumer <name>", "the consumer that it names", "recorded-client")
    .option("--provider <name>", "the provider that it names", "lead-api")
    .action(async (options: Options & RecordingNames & { readonly out: string }) =>
      exit(await record(configOf(options, environment), options.out, options)),
    );
}

function verifyCommand(exit: Exit, environment: Environment): Command {
  return new Command("verify")
    .description("Verify pacts: does a client keep to the interface?")
    .argument("<pacts...>", "pact files, folders of them, or the URL of a pact or a broker")
    .option("--json [file]", "the report as JSON, on standard output or to a file")
    .option("--junit <file>", "the report as JUnit XML")
    .option("--markdown <file>", "the report as Markdown (in GitHub Actions the job's summary)")
    .option("--no-static", "leave out the check against the OpenAPI document")
    .option("--surface <name>", "partner-sandbox, realtor-sandbox, …", "partner-sandbox")
    .option("--fixture <name>", "the world that every interaction begins in", "default")
    .option("--timeout <ms>", "give up after so long", count, 120_000)
    .option("--provider <name>", "broker: the provider's name")
    .option("--broker-token <token>", "broker: bearer token (PACT_BROKER_TOKEN)")
    .option(
      "--selector <json>",
      "broker: a consumer version selector; can be repeated",
      collect,
      [],
    )
    .option("--enable-pending", "broker: failures of pending pacts are only told")
    .option("--include-wip-since <date>", "broker: also pacts in progress since then")
    .option("--publish", "broker: publish the results")
    .option("--provider-version <version>", "broker: the version that the results are for")
    .option("--provider-branch <name>", "broker: the branch of that version")
    .addHelpText("after", "\nExample:\n  lead-sandbox verify pacts/ --junit verification.xml\n")
    .action(async (sources: readonly string[], options: Options) =>
      exit(await verifyPacts(sources, options, environment)),
    );
}

function checkCommand(exit: Exit): Command {
  return new Command("check-target")
    .description("Ask a service what it does, and tell where it differs from the rules")
    .argument("<base-url>", "such as https://api.partner.dit.example.com/v1")
    .requiredOption("--api-key <key>", "a Partner key of its sandbox")
    .requiredOption("--firm <id>", "the Firm that the key acts for")
    .requiredOption("--email <address>", "an address of yours; others are made from it with a plus")
    .option("--firm-member <id>", "a member of the Firm, to ask more")
    .option("--foreign-firm <id>", "another Firm, to ask more")
    .option("--other-api-key <key>", "a key of the other API, to ask more")
    .option("--other-environment-key <key>", "a key of the other environment, to ask more")
    .option("--budget <requests>", "the most requests", count, 100)
    .option(
      "--out <file>",
      "write the assumptions that a sandbox has to make (serve --assumptions)",
    )
    .option("--json", "the verdicts as JSON")
    .option("--yes", "ask a service that is not on this machine")
    .option("--allow-production", "ask a host that looks like production")
    .action(async (baseUrl: string, options: Options) =>
      exit(await checkService(baseUrl, options)),
    );
}

/** Options as the command line gave them. */
export type Options = Readonly<Record<string, unknown>>;

function withSettings(command: Command): Command {
  command.option("-c, --config <file>", "JSON file of settings by name (LEAD_SANDBOX_CONFIG)");
  for (const { name, flag, variable, description } of settings) {
    const short = shortFlags[name];
    const flags = `${short === undefined ? "" : `${short}, `}${flag} <value>`;
    command.option(flags, `${description} (${variable})`);
  }
  return command;
}

const shortFlags: Readonly<Record<string, string | undefined>> = { port: "-p", host: "-H" };

function configOf(options: Options, environment: Environment): Config {
  const { config } = options;
  const flags = Object.fromEntries(settings.map(({ name }) => [name, options[name]]));
  return readConfig({
    flags,
    environment,
    file: typeof config === "string" ? config : environment["LEAD_SANDBOX_CONFIG"],
  });
}

function percent(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError("Expected a number from 0 to 100.");
}

function count(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a whole number, 1 or more.");
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
