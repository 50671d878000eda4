/** Command lines of `assess` and `assumptions` that end with an error. */
const [usage, failure] = [2, 4];
/** No server listens here. */
const nowhere = "http://127.0.0.1:9";

export const refusedAssessments: readonly (readonly [
  line: string,
  code: number,
  expected: string,
])[] = [
  ["assess", usage, "Give a command after --, or recorded traffic with --har or --url."],
  ["assess --url http://127.0.0.1:9 -- true", usage, "give one of a command, --har and --url"],
  ["assess --har a.har --url http://127.0.0.1:9", usage, "give one of a command, --har and --url"],
  ["assess --har a.har --every PT15M", usage, "--every requires a command"],
  ["assess --har a.har --ledger a.json", usage, "--ledger requires a command"],
  [`assess --url ${nowhere} --setup true`, usage, "--setup requires a command"],
  ["assess --tick stdin -- true", usage, "--tick requires --ledger or --ledger-command."],
  ["assess --states won=Converted -- true", usage, "--states requires --ledger"],
  ["assess --ledger a --ledger-command b -- true", usage, "cannot be combined"],
  ["assess --ledger https://example.com/a -- true", usage, "a URL on loopback"],
  ["assess --ledger a.json --every 1ms -- true", usage, "--every is from 1s to 366d"],
  ["assess --leads 10001 -- true", usage, "Expected a whole number from 1 to 10000."],
  ["simulate --states won=Converted -- true", usage, "--states requires --ledger"],
  ["assess --har nope.har", usage, "nope.har does not exist"],
  ["assess --har package.json", usage, "package.json is JSON, but no HAR"],
  ["assess --tick daily -- true", usage, "Expected exec, stdin, or an http URL on loopback"],
  ["assess --states won -- true", usage, "Expected WORD=STATE pairs"],
  ["assess --url nowhere", usage, "Invalid --url"],
  [`assess --url ${nowhere}`, failure, "Start one with lead-sandbox serve"],
  ["assess --require nope -- true", usage, 'Unknown check in --require: "nope".'],
  ["assess --every P1M -- true", usage, "such as PT15M, 15m or 1h"],
  ["assess --every PT0S -- true", usage, "Expected a duration above 0"],
  ["assess --leads none -- true", usage, "Expected a whole number from 1 to 10000."],
  ["assess --out package.json/x -- true", usage, "--out package.json/x cannot be written"],
  ["assess --port 4700 -- true", usage, "--port does not apply to assess"],
  ["assumptions answer --source a", usage, "missing required argument 'rule'"],
  ["assumptions answer state.convert updated-at-moves", usage, "--source <text>"],
  ["assumptions answer state.convrt x --source a", usage, "The nearest is state.convert"],
  ["assumptions answer state.convert x --source a", usage, "updated-at-moves"],
  [
    "assumptions answer state.convert updated-at-moves --source a --date 2026-02-30",
    usage,
    "a day",
  ],
  [
    "assumptions answer state.convert updated-at-moves --source a --date 2999-01-01",
    usage,
    "is in the future",
  ],
  ["assumptions list --file package.json", usage, "package.json is not a file of answers"],
  ["assumptions list --max-age old", usage, "such as 500ms, 30s, 5m or 1h"],
];
