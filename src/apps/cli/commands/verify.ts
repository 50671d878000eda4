import { Command, Option } from "commander";

import { surfaceNames } from "../../../domain/model/surface.ts";
import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { collect, durationOrMs, timeoutOption } from "../values.ts";

/** `verify`: checks pacts against the interface. */
export function verifyCommand({ exit, environment }: CommandLine): Command {
  return withBroker(
    new Command("verify")
      .helpGroup(groups.contract)
      .description("Verify the pacts of a client against the interface")
      .argument("<pacts...>", "pact files, folders of them, or the URL of a pact or a broker")
      .option("--json [file]", "write the report as JSON, to standard output or a file")
      .option("--junit <file>", "write the report as JUnit XML")
      .option("--ctrf <file>", "write the report in the Common Test Report Format (CTRF)")
      .option(
        "--markdown <file>",
        "write the report as Markdown (default in GitHub Actions: the job's summary)",
      )
      .option("--html <file>", "write the report as a page")
      .option("--no-static", "skip the static check against the OpenAPI document")
      .option("--strict", "also fail on warnings of that check")
      .option("--next <file>", "announced interface: name what fits today's document and not it")
      .option("--from <file>", "the provider's present document, instead of the sandbox's own")
      .addOption(
        new Option("--surface <name>", "the surface that the pacts are for")
          .choices(surfaceNames)
          .default("partner-sandbox"),
      )
      .option("--fixture <name>", "fixture that every interaction starts with", "default")
      .addOption(timeoutOption("give up after this time", 120_000, "2m").argParser(durationOrMs)),
  )
    .addHelpText(
      "after",
      examples(
        "lead-sandbox verify pacts/ --junit verification.xml",
        "lead-sandbox verify pacts/ --next changes.yaml",
      ),
    )
    .action(async (sources: readonly string[], options: Options) => {
      const { verifyPacts } = await import("../check/verify.ts");
      exit(await verifyPacts(sources, options, environment));
    });
}

function withBroker(command: Command): Command {
  return command
    .option("--provider <name>", "verify the pacts of this provider (at a broker: lead-api)")
    .option("--broker-token <token>", "broker: bearer token, for the first URL (PACT_BROKER_TOKEN)")
    .option(
      "--selector <json>",
      "broker: a consumer version selector; can be repeated",
      collect,
      [],
    )
    .option("--enable-pending", "broker: report failures of pending pacts without failing")
    .option("--include-wip-since <date>", "broker: also work-in-progress pacts since this date")
    .option("--publish", "broker: publish the results")
    .option("--provider-version <version>", "broker: the version that the results are for")
    .option("--provider-branch <name>", "broker: the branch of that version");
}
