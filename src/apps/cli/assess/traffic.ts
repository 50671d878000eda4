/** Recorded traffic for `assess`: HTTP archives, or the journal of a sandbox. */
import { basename } from "node:path";

import type { Question } from "../../../harness/assess/questions.ts";
import { questionsOfTraffic } from "../../../harness/assess/questions.ts";
import type { AssessedRun } from "../../../harness/assess/run.ts";
import { trafficRun } from "../../../harness/assess/runs/traffic.ts";
import { HarError } from "../../../harness/traffic/har-error.ts";
import { journaledCall } from "../../../harness/traffic/journal.ts";
import { noCallsIn, readRecording, skippedText } from "../../../harness/traffic/recording.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { sendRequest } from "../../../library/client/send-request.ts";
import type { JournaledRequest } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { Environment } from "../command-line.ts";
import { variable } from "../command-line.ts";
import type { AssessOptions } from "../options/assess.ts";
import { controlAccess } from "../tester/control-access.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";
import { UsageError } from "../usage-error.ts";

/** What recorded traffic shows. */
export interface AssessedTraffic {
  /** One for each recording. */
  readonly runs: readonly AssessedRun[];
  readonly questions: readonly Question[];
  /** What was recorded, for the head of the page. */
  readonly name: string;
  readonly source: "har" | "journal";
  readonly notes: readonly string[];
}

/** Requests per page of the journal, and in all. */
const [pageSize, requestsMax] = [500, 10_000];

/** Reads the traffic that the options name. */
export async function trafficOf(
  { url, har }: Pick<AssessOptions, "url" | "har">,
  config: Config,
  environment: Environment,
): Promise<AssessedTraffic> {
  return har !== undefined ? recordedIn(har) : journalAt(url, config, environment);
}

/** Reads HTTP archives. Throws `HarError` for anything that is not a HAR file. */
async function recordedIn(files: readonly string[]): Promise<AssessedTraffic> {
  const { calls, skipped } = await readRecording(files);
  if (calls.length === 0) throw new HarError(noCallsIn(skipped));
  const byFile = [...Map.groupBy(calls, ({ file }) => file)];
  const assumed: Assumed = new Map();
  for (const call of calls) {
    noteAssumed(assumed, call.responseHeaders.get("x-sandbox-rules") ?? "", call);
  }
  const more = files.length === 1 ? "" : ` and ${files.length - 1} more`;
  return {
    runs: byFile.map(([file, own]) => trafficRun(own, "har", file)),
    questions: questionsOfTraffic(assumed),
    name: `Traffic of ${basename(files[0] ?? "")}${more}`,
    source: "har",
    notes: [skippedText({ ...skipped })].filter((note) => note !== ""),
  };
}

async function journalAt(
  url: string | undefined,
  config: Config,
  environment: Environment,
): Promise<AssessedTraffic> {
  const { address, workspace } = await controlAddress(url, environment);
  const { controlToken } = config;
  const { token, workspaceTokens } = await controlAccess(
    controlToken === null ? {} : { token: controlToken },
    environment,
  );
  const client = newSandboxClient({ url: address, token, workspaceTokens }, sendRequest);
  const requests: JournaledRequest[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data } = await client
      .workspace(workspace)
      .requests.list({ order: "asc", limit: pageSize, offset: requests.length });
    requests.push(...data);
    if (data.length < pageSize || requests.length >= requestsMax) break;
  }
  const calls = requests.map(journaledCall).filter((call) => call !== null);
  const run = trafficRun(calls, "journal", 1);
  if (run.calls.length === 0) {
    throw new UsageError(
      `The journal of workspace ${workspace} at ${address} has no call of the Lead API. Let the client send some, or name another workspace with LEAD_SANDBOX_WORKSPACE.`,
    );
  }
  const questions = questionsOfTraffic(assumedIn(requests));
  const name = `Traffic of workspace ${workspace}`;
  return { runs: [run], questions, name, source: "journal", notes: [] };
}

/** The sandbox and the workspace that a control URL names, such as `LEAD_SANDBOX_CONTROL_URL`. */
async function controlAddress(
  url: string | undefined,
  environment: Environment,
): Promise<{ readonly address: string; readonly workspace: string }> {
  const [, base = url, named] = /^(.*?)\/_sandbox\/workspaces\/([^/]+)\/*$/.exec(url ?? "") ?? [];
  const workspace = named ?? variable(environment, "LEAD_SANDBOX_WORKSPACE") ?? "default";
  return { address: await sandboxUrl({ url: base }, environment), workspace };
}

/** The first request that cited each assumed rule. */
type Assumed = Map<string, { readonly method: string; readonly path: string }>;

function assumedIn(requests: readonly JournaledRequest[]): Assumed {
  const found: Assumed = new Map();
  for (const { rules, method, path } of requests) {
    noteAssumed(found, rules.join(", "), { method, path });
  }
  return found;
}

/** Notes the assumed rules of a header `x-sandbox-rules`. */
function noteAssumed(
  found: Assumed,
  rules: string,
  request: { readonly method: string; readonly path: string },
): void {
  for (const cited of rules.split(",")) {
    const [rule = "", flag] = cited.split(";").map((part) => part.trim());
    if (flag === "assumed" && !found.has(rule)) found.set(rule, request);
  }
}
