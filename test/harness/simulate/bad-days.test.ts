/** `simulate` of jobs and ledgers that are wrong: an error with the next step, an exit code, and nothing left running. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { start, temporaryFolder } from "../../apps/cli/program.ts";
import { isLong, spread } from "../../long/size.ts";
import { keptPort } from "../../support/kept-port.ts";

const list = `curl -sf -H "X-API-Key: $LEAD_API_KEY" "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads?scope=withDeleted&limit=100"`;
/** The answer of the API is a ledger: an object with one array, whose rows have an id. */
const poll = `${list} -o "$LEAD_SANDBOX_STATE/new" && mv "$LEAD_SANDBOX_STATE/new" ledger.json`;
const inState = 'cd "$LEAD_SANDBOX_STATE" &&';
const small = ["--leads", "3", "--changes", "create", "--jobs", "1"];

/** Simulates a shell script, or a command. */
async function simulated(
  job: string | readonly string[],
  options: readonly string[] = ["--ledger", "ledger.json"],
) {
  const out = join(temporaryFolder(), "out");
  const command = typeof job === "string" ? ["sh", "-c", job] : job;
  const args = ["simulate", "--json", ...small, ...options, "--out", out, "--", ...command];
  const { code, stderr } = await start(args).ended;
  return { code, stderr, out };
}

describe("a ledger that cannot be compared ends the rehearsal with 3 and the reason", () => {
  // ledger.test.ts shows the reasons without a command.
  const ledgers = [
    ["is missing", `${list} >/dev/null`, "there is no file ledger.json"],
    ["is not a list", `${list} >/dev/null; ${inState} echo '{"a":1}' >ledger.json`, "no list"],
    [
      "has more than 64 MiB",
      `${list} >/dev/null; ${inState} truncate -s 65M ledger.json`,
      "larger than 64 MiB",
    ],
    ["is half written", `${inState} ${list} | head -c 99 >ledger.json`, "not JSON"],
    [
      "names no Lead",
      `${list} >/dev/null; ${inState} echo '[{"name":"Maya"}]' >ledger.json`,
      'Expected "id" or "email"',
    ],
    [
      "has a word that is no state",
      `${list} >/dev/null; ${inState} echo '[]' >ledger.json; ${list} | tr '{' '\\n' | sed -n 's/^"id":"\\([^"]*\\)".*/\\1,won/p' | sed '1i id,state' >ledger.json`,
      '--states "won=Active"',
    ],
  ] as const;

  it.each(spread(ledgers, 3))("%s", async (_what, script, reason) => {
    const { code, stderr } = await simulated(script);
    expect(stderr).toContain(reason);
    expect(code).toBe(3);
  });

  it("filters by the time of the machine", async () => {
    const now = new Date().toISOString();
    const filter = `%7B%22updatedAt%22%3A%7B%22%24gte%22%3A%22${now}%22%7D%7D`;
    const { code, stderr } = await simulated(list.replace("&limit", `&filter=${filter}&limit`));
    expect(stderr).toContain("LEAD_SANDBOX_NOW");
    expect(code).toBe(3);
  });
});

describe("a ledger that is wrong later is a finding", () => {
  it("half written after a change", async () => {
    const { code, stderr } = await simulated(
      `${inState} ${poll} && if [ $(grep -o createdAt ledger.json | wc -l) -gt 3 ]; then echo '[{' >ledger.json; fi`,
    );
    expect(stderr).toContain("unreadable");
    expect(code).toBe(1);
  });

  it("never written again", async () => {
    const { code, stderr } = await simulated(
      `${inState} if [ -e ledger.json ]; then ${list} >/dev/null; else ${poll}; fi`,
    );
    expect(stderr).toContain("create: missing  LASTING");
    expect(code).toBe(1);
    // The command that it prints has all that a replay needs.
    const [, printed = ""] = /lead-sandbox (replay .*)$/m.exec(stderr) ?? [];
    expect(printed).toContain(" --ledger ledger.json");
    const replayed = await start([...printed.split(" "), "--run"]).ended;
    expect(replayed.stderr).toContain("The finding shows: missing");
    expect(replayed.code).toBe(1);
  });

  it("but unknown columns are not", async () => {
    const { code } = await simulated(`${inState} ${poll}`);
    expect(code).toBe(0);
  });
});

/** Whether a process runs; one that ended stays a zombie until its parent, or the init process, asks for it. */
function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Writes `torn` once, as soon as there is a fourth Lead, and hangs until its time limit. */
function tornOnce(torn: string): string {
  const isFirst = "[ ! -e torn ] && [ $(wc -l <ledger.csv) -gt 4 ]";
  return `${inState} ${polledCsv}; if ${isFirst}; then touch torn; ${torn}; sleep 100; fi`;
}

const polledCsv = `${list} -o new.json && { echo id,state; tr '{' '\\n' <new.json | sed -n 's/^"id":"\\([^"]*\\)","createdAt.*/\\1,Active/p'; } >new.csv && mv new.csv ledger.csv`;

const query = 'test ! -e "$LEAD_SANDBOX_STATE/lock" && cat "$LEAD_SANDBOX_STATE/ledger.csv"';

describe("a job that is killed at its time limit while it writes", () => {
  const rows = [
    ["half a list in JSON", "echo '[{\"id\":' >ledger.csv", ["--ledger", "ledger.csv"]],
    ["a cut state in CSV", "truncate -s -4 ledger.csv", ["--ledger", "ledger.csv"]],
    ["a lock on which a query fails", "touch lock", ["--ledger-command", query]],
  ] as const;

  it.each(spread(rows, 1))(
    "is not judged by %s, and its failure is no finding",
    async (_what, torn, ledger) => {
      const script = `rm -f "$LEAD_SANDBOX_STATE/lock"; ${tornOnce(torn)}`;
      const { code, stderr } = await simulated(script, [...ledger, "--timeout", "2s"]);
      expect(stderr).toMatch(/ [1-9] failed,/);
      expect(stderr).toContain("A failed tick is not a finding if a later one");
      expect(code).toBe(0);
    },
  );
});

/** A service that runs the script of its first argument for each POST, on the port of its second one. */
const service = `
const { spawnSync } = require("node:child_process");
const [script, port] = process.argv.slice(1);
require("node:http").createServer((_request, response) => {
  response.writeHead(spawnSync("sh", ["-c", script]).status === 0 ? 200 : 500).end();
}).listen(Number(port), "127.0.0.1");`;

// Here a job by exec shows what a torn ledger is worth, and url-ticks.test.ts the restart of a service.
describe.runIf(isLong)(
  "a service that gives no answer within its time limit, by --tick URL",
  () => {
    it("is started again, and not judged by what it left half written", async () => {
      const port = await keptPort();
      const url = `http://127.0.0.1:${port}/`;
      const command = [
        process.execPath,
        "-e",
        service,
        tornOnce("truncate -s -4 ledger.csv"),
        `${port}`,
      ];
      const options = ["--ledger", "ledger.csv", "--tick", url, "--timeout", "2s"];
      const { code, stderr } = await simulated(command, options);
      expect(stderr).toMatch(/ [1-9] failed,/);
      expect(stderr).toContain("No finding.");
      expect(code).toBe(0);
    });
  },
);

describe("a job that does not end as it should", () => {
  it("prints for ever: its time limit ends it", async () => {
    const { code, stderr } = await simulated("yes", ["--timeout", "1s"]);
    expect(stderr).toContain("no end within 1 s");
    expect(stderr.length).toBeLessThan(20_000);
    expect(code).toBe(3);
  });

  it("leaves processes behind: they end with its tick", async () => {
    const pids = join(temporaryFolder(), "pids");
    const { code } = await simulated(`sleep 1000 & echo $! >>${pids}; ${inState} ${poll}`);
    expect(code).toBe(0);
    const started = readFileSync(pids, "utf8").trim().split("\n");
    expect(started.length).toBeGreaterThan(5);
    expect(started.filter(isRunning)).toEqual([]);
  });

  it("ends between a line and its answer", async () => {
    const { code, stderr } = await simulated(`read line; ${inState} ${poll}`, [
      "--ledger",
      "ledger.json",
      "--tick",
      "stdin",
    ]);
    expect(stderr).toContain("the command ended with exit code 0");
    expect(code).toBe(3);
  });

  it("keeps what it knows elsewhere: --setup is the way out", async () => {
    const file = join(temporaryFolder(), "first");
    const script = `if [ -e ${file} ]; then ${list.replace("limit=100", "limit=99")} >/dev/null; else touch ${file}; fi; ${inState} ${poll}`;
    const { code, stderr } = await simulated(script);
    expect(stderr).toContain("--setup");
    expect(code).toBe(3);
    const clean = ["--ledger", "ledger.json", "--setup", `rm -f ${file}`];
    expect((await simulated(script, clean)).code).toBe(0);
  });
});

describe("Ctrl-C", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s writes a partial report and leaves nothing running", async (signal, expected) => {
    const [folder, out] = [temporaryFolder(), join(temporaryFolder(), "out")];
    const script = `sleep 1000 & echo $! >>${folder}/pids; echo $$ >>${folder}/pids; ${inState} ${poll}; wait`;
    const options = ["--ledger", "ledger.json", "--out", out, "--timeout", "300s"];
    const running = start(["simulate", ...small, ...options, "--", "sh", "-c", script]);
    while (!existsSync(`${folder}/pids`)) {
      // oxlint-disable-next-line no-await-in-loop -- until the first tick runs
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    running.process.kill(signal);
    const { code } = await running.ended;
    expect(code).toBe(expected);
    const report: unknown = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
    expect(report).toMatchObject({ interrupted: true, problem: null, findings: [] });
    const pids = readFileSync(`${folder}/pids`, "utf8").trim().split("\n");
    expect(pids.filter(isRunning)).toEqual([]);
  });
});

describe("clocks", () => {
  const starts = [
    ["a leap day", "2028-02-28T23:40:00.000Z"],
    ["the end of a year", "2026-12-31T23:40:00.000Z"],
    ["the end of daylight saving", "2026-10-25T00:40:00.000Z"],
  ] as const;

  it.each(spread(starts, 1))("%s", async (_when, startsAt) => {
    const { code, stderr } = await simulated(`${inState} ${poll}`, [
      "--ledger",
      "ledger.json",
      "--start",
      startsAt,
    ]);
    expect(stderr).toContain("No finding.");
    expect(code).toBe(0);
  });
});
