import { InvalidArgumentError } from "commander";

import { surfaceNames } from "../../../domain/model/surface.ts";
import { count, durationOrMs, emailAddress, names } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";
import { fromRow, timeoutRow } from "./shared-rows.ts";

export const verifyRows = {
  "--json [file]": "write the report as JSON, to standard output or a file",
  "--junit <file>": "write the report as JUnit XML",
  "--ctrf <file>": "write the report in the Common Test Report Format (CTRF)",
  "--markdown <file>":
    "write the report as Markdown (default in GitHub Actions: the job's summary)",
  "--html <file>": "write the report as a page",
  "--no-static": "skip the static check against the OpenAPI document",
  "--strict": "also fail on warnings of that check",
  "--next <file>": {
    help: "announced interface: name what fits today's document and not it",
    excludes: {
      "--no-static": "it is a static check.",
      "--publish": "publish results of today's interface.",
    },
  },
  ...fromRow,
  "--surface <name>": {
    help: "the surface that the pacts are for",
    choices: surfaceNames,
    default: "partner-sandbox",
  },
  "--fixture <name>": { help: "fixture that every interaction starts with", default: "default" },
  ...timeoutRow("give up after this time", 120_000, "2m", durationOrMs),
  "--provider <name>": "verify the pacts of this provider (at a broker: lead-api)",
  "--broker-token <token>": "broker: bearer token, for the first URL (PACT_BROKER_TOKEN)",
  "--selector <json>": {
    help: "broker: a consumer version selector; can be repeated",
    isRepeatable: true,
  },
  "--enable-pending": "broker: report failures of pending pacts without failing",
  "--include-wip-since <date>": "broker: also work-in-progress pacts since this date",
  "--publish": { help: "broker: publish the results", requires: ["--provider-version"] },
  "--provider-version <version>": "broker: the version that the results are for",
  "--provider-branch <name>": "broker: the branch of that version",
} as const satisfies OptionRows;
export type VerifyOptions = OptionsOf<typeof verifyRows>;

export const checkTargetRows = {
  "--api-key <key>": { help: "a Partner key of the service's sandbox", isMandatory: true },
  "--firm <id>": { help: "the Firm that the key acts for", isMandatory: true },
  "--email <address>": {
    help: "an address of yours; the checks derive others from it with a plus",
    parse: emailAddress,
    isMandatory: true,
  },
  "--firm-member <id>": "a member of the Firm, for more checks",
  "--foreign-firm <id>": "another Firm, for more checks",
  "--other-api-key <key>": "a key of the other API, for more checks",
  "--other-environment-key <key>": "a key of the other environment, for more checks",
  "--only <rules>": { help: "ask about these rules alone, comma-separated", parse: names },
  "--budget <requests>": { help: "maximum number of requests", parse: count, default: 300 },
  "--wait": "wait until the key is allowed again when its quota is used up",
  "--answers <file>": "go on with the answers in this file, and keep the new ones there",
  "--out <file>": "write the assumptions that match the service, for serve --assumptions",
  "--markdown <file>": "write the verdicts as Markdown",
  "--html <file>": "write the verdicts as a page",
  "--json": "print the verdicts as JSON",
  "--yes": "allow a service that is not on this machine",
  "--allow-production": "allow a host that looks like production",
} as const satisfies OptionRows;
export type CheckTargetOptions = OptionsOf<typeof checkTargetRows>;

export const checkHarRows = {
  "--firm <id>": { help: "the Firm of the recorded key, if no answer shows it", parse: firmId },
  "--out <dir>": "write the reports, assumptions.json and world.json into this folder",
  "--json": "print the report as JSON on standard output",
} as const satisfies OptionRows;
export type CheckHarOptions = OptionsOf<typeof checkHarRows>;

function firmId(text: string): string {
  if (/^[^\s/]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError("Expected the id of a Firm.");
}

export const changesRows = {
  "--from <file>": "the provider's present document, instead of the sandbox's own",
  "--json": "print one JSON document",
} as const satisfies OptionRows;
export type ChangesOptions = OptionsOf<typeof changesRows>;
