import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";

import { Command, InvalidArgumentError } from "commander";

import { visible } from "../../../base/texts/visible.ts";
import { isoDuration } from "../../../base/values/duration.ts";
import type { SandboxClient } from "../../../library/client/sandbox-client.ts";
import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { reasonOfError } from "../output/kept-file.ts";
import { print, table } from "../output/output.ts";
import type { RunningOptions } from "../tester/running-sandbox.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { UsageError } from "../usage-error.ts";
import {
  count,
  countFromZero,
  durationMs,
  integer,
  moment,
  onRefusalOption,
  clockRate,
  workspaceName,
} from "../values.ts";

/** `workspaces`: manages isolated worlds. */
export function workspacesCommand({ environment }: CommandLine): Command {
  return new Command("workspaces")
    .helpGroup(groups.driving)
    .description("List, create, restore and drop workspaces")
    .addCommand(listCommand(environment))
    .addCommand(createCommand(environment))
    .addCommand(restoreCommand(environment))
    .addCommand(dropCommand(environment));
}

type ListedWorkspace = Awaited<ReturnType<SandboxClient["workspaces"]["list"]>>["data"][number];
type ShownWorkspace = Awaited<ReturnType<SandboxClient["workspaces"]["create"]>>;
type Broken = NonNullable<
  Awaited<ReturnType<SandboxClient["workspaces"]["list"]>>["broken"]
>[number];

function listCommand(environment: Environment): Command {
  return withRunning(new Command("list").description("List workspaces with their Firms and keys"))
    .option("--limit <count>", "maximum number to list; all by default", count)
    .option("--offset <count>", "number to skip", countFromZero)
    .option("--idle <duration>", "only those that nothing used for so long, such as 2h", durationMs)
    .addHelpText("after", examples("lead-sandbox workspaces list --idle 2h"))
    .action(async (options: ListOptions) => {
      const { client } = await runningSandbox(options, environment);
      const { data, broken } = await listWorkspaces(client, options);
      const rows = data.map(({ id, label, owner, fixture, seed, clock, idleSeconds }) => [
        id,
        label ?? "",
        owner ?? "",
        fixture,
        String(seed),
        clock.now,
        isoDuration(idleSeconds * 1_000),
      ]);
      print(options, data, () =>
        table(["id", "label", "owner", "fixture", "seed", "time", "idle"], rows, ""),
      );
      for (const { id, reason } of broken) {
        process.stderr.write(`lead-sandbox: The workspace ${id} is not served: ${reason}\n`);
      }
    });
}

interface ListOptions extends RunningOptions {
  readonly limit?: number;
  readonly offset?: number;
  readonly idle?: number;
}

/** The workspaces from `offset` on, read in pages of the maximum size, and those that cannot be opened. */
async function listWorkspaces(
  { workspaces }: Pick<SandboxClient, "workspaces">,
  { limit = Number.POSITIVE_INFINITY, offset = 0, idle = 0 }: ListOptions,
): Promise<{ readonly data: readonly ListedWorkspace[]; readonly broken: readonly Broken[] }> {
  const all: ListedWorkspace[] = [];
  for (;;) {
    const page = {
      limit: Math.min(pageSizeMax, limit - all.length),
      offset: offset + all.length,
      ...(idle === 0 ? {} : { idleSeconds: Math.ceil(idle / 1_000) }),
    };
    // oxlint-disable-next-line no-await-in-loop -- each page shows whether another one follows
    const { data, meta, broken = [] } = await workspaces.list(page);
    all.push(...data);
    const isLast = data.length === 0 || all.length >= Math.min(limit, meta.total - offset);
    if (isLast) return { data: all, broken };
  }
}

const pageSizeMax = 1_000;

interface CreateOptions extends RunningOptions {
  readonly id?: string;
  readonly label?: string;
  readonly owner?: string;
  readonly fixture?: string;
  readonly seed?: number;
  readonly now?: string;
  readonly rate?: number;
  readonly onRefusal?: "stay" | "jump";
  readonly quota?: number | "off";
  readonly ttl?: number;
}

function createCommand(environment: Environment): Command {
  return withRunning(new Command("create").description("Create a workspace with its own keys"))
    .option("--id <id>", "its id; by default a generated one", workspaceName)
    .option("--label <text>", "a text to recognize it by; not unique")
    .option("--owner <name>", "the person, team or job that it belongs to")
    .option("--fixture <name>", "the fixture that it starts with")
    .option("--seed <number>", "seed of its ids and keys", integer)
    .option("--now <moment>", "its time; frozen unless --rate is given", moment)
    .option("--rate <times>", "speed of its clock as a multiple of real time", clockRate)
    .addOption(onRefusalOption())
    .option("--quota <requests>", "requests per hour of every key, or off", quotaOf)
    .option(
      "--ttl <duration>",
      "drop it after this time on its clock, or unused for it in real time, such as 10m",
      durationMs,
    )
    .addHelpText(
      "after",
      examples("lead-sandbox workspaces create --id readme --seed 7 --now 2026-01-05T09:00:00Z"),
    )
    .action(async (options: CreateOptions) => {
      const { client } = await runningSandbox(options, environment);
      const { id, label, owner, fixture, seed, now, quota, ttl } = options;
      const made = await client.workspaces.create({
        ...(id === undefined ? {} : { id }),
        ...(label === undefined ? {} : { label }),
        ...(owner === undefined ? {} : { owner }),
        ...(fixture === undefined ? {} : { fixture }),
        ...(seed === undefined ? {} : { seed }),
        ...(now === undefined ? {} : { now }),
        ...(options.rate === undefined ? {} : { rate: options.rate }),
        ...(options.onRefusal === undefined ? {} : { onRefusal: options.onRefusal }),
        ...(quota === undefined ? {} : { quotaPerHour: quota === "off" ? null : quota }),
        ...(ttl === undefined ? {} : { ttlSeconds: Math.ceil(ttl / 1_000) }),
      });
      print(options, made, () => described(made));
    });
}

interface RestoreOptions extends RunningOptions {
  readonly id?: string;
}

function restoreCommand(environment: Environment): Command {
  return withRunning(
    new Command("restore")
      .description("Create a workspace from a downloaded snapshot, of this sandbox or another one")
      .argument("<file>", "the snapshot, an SQLite file"),
  )
    .option("--id <id>", "its id; by default a generated one", workspaceName)
    .addHelpText("after", examples("lead-sandbox workspaces restore before.sqlite --id readme"))
    .action(async (file: string, { id, ...options }: RestoreOptions) => {
      const snapshot = await snapshotIn(file);
      const { client } = await runningSandbox(options, environment);
      const made = await client.workspaces.restore(snapshot, id === undefined ? {} : { id });
      print(options, made, () => described(made));
    });
}

/** The bytes of a file that is read only as far as a snapshot can be long. */
async function snapshotIn(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await buffer(createReadStream(file, { end: snapshotBytesMax })).catch(
    (error: unknown) => {
      throw new UsageError(visible(`${file} cannot be read: ${reasonOfError(error)}`));
    },
  );
  if (bytes.length > snapshotBytesMax) {
    throw new UsageError(visible(`${file} is too large: a sandbox restores at most 64 MiB.`));
  }
  return Uint8Array.from(bytes);
}

const snapshotBytesMax = 64 * 1024 * 1024;

function quotaOf(text: string): number | "off" {
  if (text === "off") return text;
  if (/^\d{1,9}$/.test(text)) return count(text);
  throw new InvalidArgumentError("Expected a whole number, 1 or more, or off.");
}

/** The workspace by name, with the configuration of a client, and the token that no other call shows with `--isolate`. */
function described({ id, firms, token }: ShownWorkspace): string {
  const rows = firms.flatMap((firm) =>
    firm.apiKeys.map(({ key, roleType, environment }) => [
      firm.id,
      key,
      `${roleType} ${environment}`,
    ]),
  );
  const opens = token === undefined ? [] : [`Its token, for --token: ${token}`];
  return [`Workspace ${id}`, table(["firm", "key", "for"], rows, "It has no keys."), ...opens].join(
    "\n",
  );
}

function dropCommand(environment: Environment): Command {
  return withRunning(
    new Command("drop")
      .description("Drop a workspace and everything in it")
      .argument("<id>", "the workspace"),
  )
    .addHelpText("after", examples("lead-sandbox workspaces drop readme"))
    .action(async (id: string, options: RunningOptions) => {
      const dropped = await (await runningSandbox(options, environment)).client.workspaces.drop(id);
      print(options, dropped, () => `Dropped workspace ${dropped.id}.`);
    });
}
