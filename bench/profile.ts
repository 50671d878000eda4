/**
 * Shows which functions take the time of a request: `npm run bench:profile`. `-- --seconds 10` records longer,
 * `-- --top 40` shows more functions.
 *
 * A fresh bundled server answers each operation at 10 connections while V8 samples it. The report shows self time and
 * total time of each function, as shares of the samples that were not idle.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import * as z from "zod";

import { buildImage } from "../scripts/build-command.ts";
import { pinned } from "./cores.ts";
import { writeFixture } from "./leads-made.ts";
import { startLoad } from "./load/load.ts";
import type { Sent } from "./sent.ts";
import { freePort } from "./served.ts";
import { sandbox } from "./targets/sandbox.ts";

const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.int(),
        columnNumber: z.int(),
      }),
      children: z.array(z.int()).optional(),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof Profile>;

/** The self time and total time of a function in microseconds. */
interface Spent {
  readonly name: string;
  readonly self: number;
  readonly total: number;
  /** Its total time by calling function, in microseconds. */
  readonly callers: Readonly<Record<string, number>>;
}

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    top: { type: "string", default: "30" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-profile-"));
const load = startLoad();
try {
  await buildImage(folder, process.arch);
  const { getOne, create, list } = sandbox(folder);
  for (const [title, sent] of [
    ["GET one", getOne],
    ["list of 20", list(0)],
    ["POST", create],
  ] as const) {
    const { profile, answers } = await profiled(sent);
    print(table(title, spentIn(profile), answers));
  }
} finally {
  await load.close();
  rmSync(folder, { recursive: true });
}

async function profiled(sent: Sent) {
  const port = await freePort();
  const probe = fileURLToPath(new URL("profile-probe.ts", import.meta.url));
  const { line: ours, env } = sandbox(folder).command(null, folder)(port);
  const [program, ...args] = ours;
  const fixture = ["--fixture", writeFixture(folder, 1_000), "--log-format", "json"];
  const line = pinned([program, "--import", probe, ...args, ...fixture], "server");
  const child = spawn(line[0], line.slice(1), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  const ended = once(child, "exit");
  await once(child.stdout ?? child, "data");
  await load.run(port, [sent], { connections: 10, seconds: 2 });
  const started = once(child, "message");
  child.send("start");
  await started;
  const { statuses } = await load.run(port, [sent], {
    connections: 10,
    seconds: Number(values.seconds),
  });
  const answer = once(child, "message");
  child.send("stop");
  const [profile]: readonly unknown[] = await answer;
  child.kill("SIGTERM");
  await ended;
  const answers = Object.values(statuses).reduce((sum, one) => sum + one, 0);
  return { profile: Profile.parse(profile), answers };
}

/** All sampled functions, sorted by self time in descending order. */
function spentIn(profile: Profile): readonly Spent[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const self = new Map<number, number>();
  profile.samples.forEach((id, sample) => {
    self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas[sample] ?? 0));
  });
  const spent = new Map<string, Spent>();
  const visit = (id: number, above: readonly string[]): number => {
    const node = nodes.get(id);
    if (node === undefined) return 0;
    const name = nameOf(node.callFrame, above);
    const own = self.get(id) ?? 0;
    const within = [...above, name];
    const total = (node.children ?? []).reduce((sum, child) => sum + visit(child, within), own);
    const before = spent.get(name) ?? { name, self: 0, total: 0, callers: {} };
    const counted = above.includes(name) ? 0 : total;
    const caller = above.at(-1) ?? "";
    const callers = { ...before.callers, [caller]: (before.callers[caller] ?? 0) + total };
    spent.set(name, { name, self: before.self + own, total: before.total + counted, callers });
    return total;
  };
  visit(profile.nodes[0]?.id ?? 0, []);
  return [...spent.values()].toSorted((one, other) => other.self - one.self);
}

/**
 * The name of a function, or its location if it has none. V8 does not distinguish the database's native functions, so
 * they get the name of their caller.
 */
function nameOf(
  { functionName, url, lineNumber, columnNumber }: Profile["nodes"][number]["callFrame"],
  above: readonly string[],
): string {
  if (url === "" && lineNumber < 0 && (functionName === "" || functionName === "initialize")) {
    return `database, for ${above.findLast((name) => name.endsWith("(sandbox.mjs)")) ?? "?"}`;
  }
  const file = url.split("/").at(-1) ?? "";
  const name = functionName === "" ? `${lineNumber + 1}:${columnNumber + 1}` : functionName;
  return file === "" ? name : `${name} (${file})`;
}

function table(title: string, spent: readonly Spent[], answers: number): string {
  const works = spent.filter(({ name }) => !/^\(idle\)|^\(root\)|inspector/.test(name));
  const all = works.reduce((sum, one) => sum + one.self, 0);
  const row = ({ name, self, total, callers }: Spent): string => {
    const [caller] = Object.entries(callers).toSorted(([, one], [, other]) => other - one);
    const numbers = [(self / all) * 100, self / answers, (total / all) * 100];
    return `| ${[name, ...numbers.map((one) => one.toFixed(1)), caller?.[0] ?? ""].join(" | ")} |`;
  };
  const head =
    "| function | self % | self µs an answer | with those it calls % | mostly called by |";
  const rule = "| --- | ---: | ---: | ---: | --- |";
  const count = Number(values.top);
  const byTotal = works.toSorted((one, other) => other.total - one.total).slice(0, count);
  return [
    `## ${title}: ${answers} answers, ${(all / answers).toFixed(1)} µs each`,
    [head, rule, ...works.slice(0, count).map(row)].join("\n"),
    "By the time with those it calls:",
    [head, rule, ...byTotal.map(row)].join("\n"),
    "",
  ].join("\n\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
