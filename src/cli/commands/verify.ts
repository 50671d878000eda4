import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { collect, durationOrMs, timeoutOption } from "../values.ts";

/** `verify`: whether pacts fit the interface. */
export function verifyCommand({ exit, environment }: CommandLine): Command {
  return withBroker(
    new Command("verify")
      .helpGroup(groups.contract)
      .description("Verify pacts: does a client keep to the interface?")
      .argument("<pacts...>", "pact files, folders of them, or the URL of a pact or a broker")
      .option("--json [file]", "the report as JSON, on standard output or to a file")
      .option("--junit <file>", "the report as JUnit XML")
      .option("--markdown <file>", "the report as Markdown (in GitHub Actions the job's summary)")
      .option("--no-static", "leave out the check against the OpenAPI document")
      .option("--strict", "fail on warnings of that check, too")
      .option("--surface <name>", "partner-sandbox, realtor-sandbox, …", "partner-sandbox")
      .option("--fixture <name>", "the world that every interaction begins in", "default")
      .addOption(timeoutOption("give up after so long", 120_000, "2m").argParser(durationOrMs)),
  )
    .addHelpText("after", examples("lead-sandbox verify pacts/ --junit verification.xml"))
    .action(async (sources: readonly string[], options: Options) => {
      const { verifyPacts } = await import("../verify.ts");
      exit(await verifyPacts(sources, options, environment));
    });
}

function withBroker(command: Command): Command {
  return command
    .option("--provider <name>", "broker: the provider's name")
    .option("--broker-token <token>", "broker: bearer token, for the first URL (PACT_BROKER_TOKEN)")
    .option(
      "--selector <json>",
      "broker: a consumer version selector; can be repeated",
      collect,
      [],
    )
    .option("--enable-pending", "broker: report failures of pending pacts without failing")
    .option("--include-wip-since <date>", "broker: also pacts in progress since then")
    .option("--publish", "broker: publish the results")
    .option("--provider-version <version>", "broker: the version that the results are for")
    .option("--provider-branch <name>", "broker: the branch of that version");
}
