import { singleLine } from "../../../base/texts/visible.ts";
import { nextTurn as firstAnswers } from "../../../base/values/native-timers.ts";
import type { ListeningSandbox, Sandbox, SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import { isOpenToNetwork } from "../../../server/settings/cross-field-validation.ts";
import { loadMcp } from "../mcp/load-mcp.ts";
import { adoptLine } from "./adopt-line.ts";
import { loggingRequests } from "./request-log.ts";
import { openTraces } from "./traces.ts";

/**
 * Serves until SIGTERM or SIGINT, then finishes the requests in flight. `prepare` runs before the first request, and
 * the function it resolves to runs after the last.
 */
export async function serveUntilStopped(
  config: Config,
  prepare: (sandbox: Sandbox) => Promise<() => Promise<void>> = async () => async () => {},
  watch: SandboxWatch = {},
  worlds: readonly unknown[] = [],
): Promise<number> {
  const traces = await openTraces();
  const logged = loggingRequests(config, watch, traces.watch);
  const sandbox = openSandbox(config, { ...watch, ...logged, mcp: loadMcp }, worlds);
  const finish = await prepare(sandbox);
  if (config.data !== null) (await import("./kept-settings.ts")).reportKeptSettings(sandbox);
  const stopped = signalled();
  const listening = await sandbox.listen({ isAlone: true });
  // Answers waiting clients before it prints for readers.
  await firstAnswers();
  if (config.logLevel !== "silent") process.stdout.write(readyText(config, sandbox, listening));
  if (config.logLevel !== "silent" && isOpenToNetwork(config)) {
    process.stderr.write(`lead-sandbox: ${openWarning(config)}\n`);
  }
  await stopped;
  await listening.close();
  await finish();
  await traces.end();
  sandbox.closeWithin(closingMs);
  return 0;
}

function openWarning({ host }: Config): string {
  return `--host ${host} without --control-token: anyone on the network can read and change everything. Serve on 127.0.0.1, or set --control-token.`;
}

/** Maximum time to close the files of workspaces at the end, in milliseconds. */
const closingMs = 750;

function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  return promise;
}

/** One machine-readable line, or what a person needs for a first request. */
function readyText(config: Config, sandbox: Sandbox, listening: ListeningSandbox): string {
  if (config.logFormat !== "json") return welcome(sandbox.describe(), listening, adoptLine(config));
  const { url, controlUrl, https, proxy } = listening;
  const secure = https === null ? {} : { https: https.url, ca: https.certificateFile };
  const intercepting = proxy === null ? {} : { proxy: proxy.url };
  const adopts = adoptLine(config);
  const line = {
    event: "ready",
    url,
    control: controlUrl,
    ...secure,
    ...intercepting,
    ...(adopts === null ? {} : { adopt: adopts }),
    pid: process.pid,
  };
  return `${JSON.stringify(line)}\n`;
}

type Described = ReturnType<Sandbox["describe"]>;

type DescribedKey = Described["firms"][number]["apiKeys"][number];

/**
 * The startup banner: URLs of the two planes and the console, what `adopts` says, and the firms, keys and
 * limits of the default workspace.
 */
export function welcome(
  workspace: Described,
  { url, controlUrl, https, proxy }: Omit<ListeningSandbox, "close">,
  adopts: string | null = null,
): string {
  return [
    "",
    `  lead-sandbox  ${url}`,
    ...(https === null ? [] : [`  HTTPS         ${https.url}`]),
    `  console       ${controlUrl}/`,
    `  guide         ${controlUrl}/guide/`,
    `  control API   ${controlUrl}`,
    ...(https === null ? [] : [`  for clients   NODE_EXTRA_CA_CERTS=${https.certificateFile}`]),
    ...(proxy === null
      ? []
      : [
          `  proxy         ${proxy.url}  for ${proxy.hosts.join(", ")}`,
          `  for clients   HTTPS_PROXY=${proxy.url}, and trust in ${controlUrl}/ca.crt`,
        ]),
    ...(adopts === null ? [] : [`  --adopt       ${singleLine(adopts)}`]),
    "",
    ...workspace.firms.flatMap(({ id, name, firmType, apiKeys }) => [
      `  Firm ${singleLine(id)}  ${singleLine(`${name} (${firmType})`)}`,
      ...apiKeys.map((key) => `    ${key.key}  ${key.roleType} ${key.environment}, ${limits(key)}`),
    ]),
    "",
    ...firstRequest(workspace, url),
    "",
  ].join("\n");
}

function limits({ quotaPerHour, burstPerMinute }: DescribedKey): string {
  if (quotaPerHour === null) return "no limit";
  return `${quotaPerHour} requests an hour, ${burstPerMinute} a minute`;
}

function firstRequest({ firms }: Described, url: string): readonly string[] {
  const [firm] = firms;
  const [key] = firm?.apiKeys ?? [];
  if (firm === undefined || key === undefined) return [];
  return [
    `  curl ${url}/v1/firms/${encodeURIComponent(firm.id)}/leads -H "X-API-Key: ${key.key}"`,
    "",
  ];
}
