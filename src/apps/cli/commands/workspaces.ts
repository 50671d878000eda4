import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";

import { Command, InvalidArgumentError } from "commander";

import { visible } from "../../../base/texts/visible.ts";
import { isoDuration } from "../../../base/values/duration.ts";
import { picked } from "../../../base/values/picked.ts";
import type { SandboxClient } from "../../../library/client/sandbox-client.ts";
import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import type { RunningOptions } from "../options/shared-rows.ts";
import { onRefusalRow, pageRows } from "../options/shared-rows.ts";
import { reasonOfError } from "../output/kept-file.ts";
import { print, table } from "../output/output.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { UsageError } from "../usage-error.ts";
import { clockRate, count, durationMs, integer, moment, workspaceName } from "../values.ts";

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

const listRows = {
  ...pageRows("all by default"),
  "--idle <duration>": {
    help: "only those that nothing used for so long, such as 2h",
    parse: durationMs,
  },
} as const satisfies OptionRows;
type ListOptions = RunningOptions & OptionsOf<typeof listRows>;

function listCommand(environment: Environment): Command {
  const command = new Command("list").description("List workspaces with their Firms and keys");
  return withRunning(command, listRows)
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

const idRow = {
  "--id <id>": { help: "its id; by default a generated one", parse: workspaceName },
} as const satisfies OptionRows;

const createRows = {
  ...idRow,
  "--label <text>": "a text to recognize it by; not unique",
  "--owner <name>": "the person, team or job that it belongs to",
  "--fixture <name>": "the fixture that it starts with",
  "--seed <number>": { help: "seed of its ids and keys", parse: integer },
  "--now <moment>": { help: "its time; frozen unless --rate is given", parse: moment },
  "--rate <times>": { help: "speed of its clock as a multiple of real time", parse: clockRate },
  ...onRefusalRow,
  "--quota <requests>": { help: "requests per hour of every key, or off", parse: quotaOf },
  "--ttl <duration>": {
    help: "drop it after this time on its clock, or unused for it in real time, such as 10m",
    parse: durationMs,
  },
} as const satisfies OptionRows;

function createCommand(environment: Environment): Command {
  const command = new Command("create").description("Create a workspace with its own keys");
  return withRunning(command, createRows)
    .addHelpText(
      "after",
      examples("lead-sandbox workspaces create --id readme --seed 7 --now 2026-01-05T09:00:00Z"),
    )
    .action(async (options: RunningOptions & OptionsOf<typeof createRows>) => {
      const { client } = await runningSandbox(options, environment);
      const { quota, ttl } = options;
      const made = await client.workspaces.create({
        ...picked(options, "id", "label", "owner", "fixture", "seed", "now", "rate", "onRefusal"),
        ...(quota === undefined ? {} : { quotaPerHour: quota === "off" ? null : quota }),
        ...(ttl === undefined ? {} : { ttlSeconds: Math.ceil(ttl / 1_000) }),
      });
      print(options, made, () => described(made));
    });
}

function restoreCommand(environment: Environment): Command {
  return withRunning(
    new Command("restore")
      .description("Create a workspace from a downloaded snapshot, of this sandbox or another one")
      .argument("<file>", "the snapshot, an SQLite file"),
    idRow,
  )
    .addHelpText("after", examples("lead-sandbox workspaces restore before.sqlite --id readme"))
    .action(async (file: string, options: RunningOptions & OptionsOf<typeof idRow>) => {
      const snapshot = await snapshotIn(file);
      const { client } = await runningSandbox(options, environment);
      const made = await client.workspaces.restore(snapshot, picked(options, "id"));
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
