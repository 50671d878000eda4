import { count } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";
import { envRow, interceptByRow } from "./shared-rows.ts";

/** What only a command needs. */
const ofCommand = { excludes: { "--serve": "it runs no command." } } as const;

export const replayRows = {
  "--run": {
    help: "run the command of the bundle, which is code of its author, without asking",
    excludes: { ...ofCommand.excludes, "a command": "it runs the command of the bundle." },
  },
  "--results <glob>": { help: "JUnit files that the command writes", ...ofCommand },
  "--ledger <file|url>": {
    help: "for a history: what the client believes",
    excludes: { ...ofCommand.excludes, "--ledger-command": "keep one of them." },
  },
  "--ledger-command <text>": {
    help: "for a history: the same, from the output of a shell command",
    ...ofCommand,
  },
  "--tick <how>": { help: "for a history: exec, stdin or a URL, if not as recorded", ...ofCommand },
  "--env <names>": { help: envRow["--env <names>"], ...ofCommand },
  "--setup <text>": {
    help: "shell command before each run, to empty what the client keeps",
    ...ofCommand,
  },
  "--surface-hosts <value>": {
    help: "additional host patterns of surfaces, as in exec",
    ...ofCommand,
  },
  "--intercept [value]": {
    help: "catch calls of these hosts with a proxy, as in exec",
    ...ofCommand,
  },
  "--other-hosts <value>": {
    help: "pass or refuse: what that proxy does with other hosts",
    ...ofCommand,
  },
  "--intercept-by <means>": { ...interceptByRow["--intercept-by <means>"], ...ofCommand },
  "--adopt [value]": "what to adopt, if not what the bundle's run did (LEAD_SANDBOX_ADOPT)",
  "--json": {
    help: "print the result as JSON on standard output",
    excludes: { "--serve": "it has no result to print." },
  },
  "--serve": {
    help: "serve the state just before the varied call, or after the last event of a history",
    excludes: { "a command": "it runs no command." },
  },
  "--at <n>": {
    help: "with --serve: just before the n-th call or event",
    parse: count,
    requires: ["--serve"],
  },
  "-p, --port <port>": { help: "with --serve: port to listen on", default: "4610" },
} as const satisfies OptionRows;
export type ReplayOptions = OptionsOf<typeof replayRows>;
