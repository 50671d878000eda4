import { BundleError } from "../../harness/bundle/bundle-file.ts";
import { AcceptedFileError } from "../../harness/explore/report/accepted.ts";
import { MergeError } from "../../harness/explore/report/merge.ts";
import { NextFileError } from "../../harness/next/openapi-document.ts";
import { PactFileError } from "../../harness/pact/pact-file.ts";
import { MissingPackage } from "../../harness/pact/verifier.ts";
import { SetupError } from "../../harness/runs/setup.ts";
import { FixtureWithoutKey } from "../../harness/simulate/world/named-world.ts";
import { HarError } from "../../harness/traffic/har-error.ts";
import { ConfigError } from "../../server/settings/config.ts";

/** Whether an error is about an invalid setting or input file, or a package that the user has to install. */
export function isUnusableInput(error: unknown): boolean {
  return [
    ConfigError,
    PactFileError,
    NextFileError,
    AcceptedFileError,
    BundleError,
    MergeError,
    MissingPackage,
    SetupError,
    HarError,
    FixtureWithoutKey,
  ].some((kind) => error instanceof kind);
}
