import { percent } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";
import { envRow, interceptByRow, pactNameRows, servedNextRows } from "./shared-rows.ts";

export const execRows = {
  ...servedNextRows,
  "--url <url>": {
    help: "use a new workspace of this running sandbox instead",
    onlyWith: {
      flags:
        "--token --env --min-coverage --allow-no-requests --junit --json --consumer --provider --log-level".split(
          " ",
        ),
      why: "it concerns a sandbox that exec starts itself.",
    },
  },
  "--token <token>": {
    help: "with --url: its control token (LEAD_SANDBOX_CONTROL_TOKEN)",
    requires: ["--url"],
  },
  "--env <names>": { help: envRow["--env <names>"], again: ["replay"] },
  "--min-coverage <percent>": {
    help: "fail if fewer of the operations were called",
    parse: percent,
  },
  "--allow-no-requests": "pass although the command made no request",
  "--junit <file>": "write the result as JUnit XML",
  "--json <file>": "write the result as JSON",
  "--record <file>": "write the traffic as a Pact V4 file",
  "--bundle <file>": {
    help: "write a failing run as a bundle, for replay",
    excludes: {
      "--next": "a replay has no announced changes. Use explore --next, whose bundles have them.",
    },
  },
  "--keep-data": "keep personal data in the bundle",
  ...pactNameRows,
  "--consumer <name>": {
    ...pactNameRows["--consumer <name>"],
    help: "consumer name in the recorded pact",
  },
  ...interceptByRow,
} as const satisfies OptionRows;
export type ExecOptions = OptionsOf<typeof execRows>;
