/** `exec` and `explore` with `--intercept` as processes: what they print, and what they leave behind. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import {
  start,
  startProgram,
  startReady,
  temporaryFile,
  temporaryFolder,
} from "../../apps/cli/program.ts";
import { spread } from "../../long/size.ts";
import { careless, host, ran } from "./ran.ts";

/** A client that lists Leads with the key in a variable, and prints the answer. */
function listingWith(variable: string): string {
  return `
    const headers = { "x-api-key": process.env.${variable} };
    const answer = await fetch("https://${host}/v1/leads", { headers });
    process.stdout.write(answer.status + " " + answer.headers.get("x-sandbox-reason"));`;
}

/** A host or pattern, a key of another surface, and the flag for it. By default, the first and third run. */
const refusedKeys: readonly (readonly [string, string, string])[] = [
  [`partner-sandbox=${host}`, "LEAD_API_REALTOR_KEY", `realtor-sandbox=${host}`],
  [host, "LEAD_API_KEY", `partner-sandbox=${host}`],
  ["*.lender.example", "LEAD_API_KEY", `partner-sandbox=${host}`],
  [host, "LEAD_API_REALTOR_KEY", `realtor-sandbox=${host}`],
];

describe("exec --intercept", () => {
  it("says what it catches and by which means, and reports what production would have received", async () => {
    const json = join(temporaryFolder(), "result.json");
    const args = ["exec", "--intercept", host, "--json", json];
    const { code, stderr, left } = await ran(args, careless);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^lead-sandbox: adopts the first unknown key [^\n]*\nlead-sandbox: intercepting leads\.lender\.example\. Means: the proxy http:\/\/127\.0\.0\.1:\d+; preloads for Node, Python, Ruby and PHP\. Other hosts pass unchanged\.\n/,
    );
    expect(stderr).toContain(
      "production would have received 1 call, 1 new Lead, and have mailed 1 person:\n   maya@example.com\n",
    );
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({
      requests: 1,
      interception: {
        otherHosts: [],
        production: { calls: 1, leadsCreated: 1, mailed: ["maya@example.com"] },
        cause: null,
      },
    });
    expect(left).toEqual([]);
  });

  it.each(spread(refusedKeys, 2))(
    "with %s names the flag for a workspace's %s, which belongs to another surface",
    async (hosts, variable, flag) => {
      const json = join(temporaryFolder(), "result.json");
      const args = ["exec", "--intercept", hosts, "--json", json];
      const refused = await ran(args, listingWith(variable));
      expect(refused.stdout).toMatch(/^40[13] The API key /);
      expect(refused.stdout).toContain(`For this key, start with --intercept ${flag}.`);
      expect(refused.stderr).toContain(
        `  keys of another surface were refused: start with --intercept ${flag}\n`,
      );
      expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({
        interception: { flagsForKeys: [`--intercept ${flag}`] },
      });
    },
  );

  it.each([
    ["LEAD_API_KEY", `partner-sandbox=${host}`],
    ["LEAD_API_REALTOR_KEY", `realtor-sandbox=${host}`],
  ])("accepts a workspace's %s with %s, the flag that it names", async (variable, flag) => {
    const accepted = await ran(["exec", "--intercept", flag], listingWith(variable));
    expect(accepted.stdout).toMatch(/^200 /);
    expect(accepted.stderr).not.toContain("another surface");
  });

  it("without hosts names the patterns, and how to name one's own", async () => {
    const { stderr } = await ran(["exec", "--allow-no-requests", "--intercept"], "");
    expect(stderr).toContain(
      "intercepting api.partner.dit.*, api.partner.*, api.realtor.dit.*, api.realtor.*.",
    );
    expect(stderr).toContain("can match hosts of others: name yours with --intercept HOST");
  });

  it("refuses other hosts with --other-hosts refuse, and lists them", async () => {
    const other = `
      const answer = await fetch("http://files.example/a");
      process.stdout.write(String(answer.status) + (await answer.text()));
      ${careless}`;
    const args = ["exec", "--intercept", host, "--other-hosts", "refuse"];
    const { stdout, stderr } = await ran(args, other);
    expect(stdout).toMatch(
      /^403lead-sandbox proxy: files\.example:80 is not a host of the provider/,
    );
    expect(stderr).toContain("other hosts called:\n   files.example:80 ×1, not reached: refused");
  });

  it("reports after other hosts answered oddly", async () => {
    const answers = [
      "204 No Content\\r\\nTrailer: X-Sum",
      "200 O\\u0001K",
      "099 Low",
      "101 Switching",
    ];
    const odd = answers.map(
      (answer) => `{
      const other = createServer((socket) => socket.end("HTTP/1.1 ${answer}\\r\\n\\r\\n"));
      await once(other.listen(0, "127.0.0.1"), "listening");
      const path = "http://127.0.0.1:" + other.address().port + "/";
      const [{ statusCode }] = await once(get(process.env.HTTP_PROXY, { path }), "response");
      process.stdout.write(statusCode + " ");
      other.close();
    }`,
    );
    const imports = `
      import { once } from "node:events";
      import { get } from "node:http";
      import { createServer } from "node:net";`;
    const program = [imports, ...odd, careless].join("\n");
    const { code, stdout, stderr } = await ran(["exec", "--intercept", host], program);
    expect(stdout).toMatch(/^(?:(?:200|204|502) ){4}$/);
    expect(stderr).toMatch(/1 request, 1 of \d+ operations covered/);
    expect(code).toBe(0);
  });

  it.each([
    {
      name: "a client that trusts nothing",
      program: `import { connect } from "node:tls";
        await new Promise((done) => connect({ host: "${host}", port: 443, servername: "${host}", ca: [] }).on("error", done));`,
      cause: /no call was intercepted\. The client opened 1 connection and (?:rejected|closed)/,
    },
    {
      name: "a program without the variables",
      program: `import { spawnSync } from "node:child_process";
        spawnSync("sleep", ["1"], { env: { PATH: process.env.PATH } });`,
      cause: /no call was intercepted\. The variables did not reach sleep \(process \d+\)/,
    },
    {
      name: "a client that calls nothing",
      program: "",
      cause: /no call was intercepted\. The proxy saw no connection/,
    },
    {
      name: "a client with another host",
      program: 'await fetch("http://leads.other.invalid/").catch(() => null);',
      cause:
        /no intercepted host, but leads\.other\.invalid\. .*--intercept leads\.other\.invalid\./,
    },
  ])("names the cause for $name, and exits with 1", async ({ program, cause }) => {
    const { code, stderr } = await ran(["exec", "--intercept", host], program);
    expect(stderr).toMatch(cause);
    expect(code).toBe(1);
  });

  it("goes on without a bundle that cannot be read, and names it", async () => {
    const env = { REQUESTS_CA_BUNDLE: "/nowhere/ca.pem" };
    const { code, stderr } = await ran(["exec", "--intercept", host], careless, env);
    expect(stderr).toContain("REQUESTS_CA_BUNDLE names /nowhere/ca.pem, which cannot be read");
    expect(code).toBe(0);
  });

  it.each(spread(["SIGTERM", "SIGINT", "SIGHUP"] as const, 1))(
    "leaves no file behind on %s",
    async (signal) => {
      const folder = temporaryFolder();
      const waiting = 'process.stdout.write("waiting"); setTimeout(() => {}, 60_000);';
      const command = ["--", process.execPath, temporaryFile("client.mjs", waiting)];
      const program = start(["exec", "--intercept", host, ...command], { TMPDIR: folder });
      await program.printed("waiting");
      expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^lead-sandbox-intercept-/));
      program.process.kill(signal);
      await program.ended;
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each([
    [["--intercept-by", "namespace"], "--intercept-by requires --intercept."],
    [["--intercept", "--intercept-by", "namespace"], "--intercept names no host"],
    [["--intercept", "*.lender.example", "--intercept-by", "namespace"], "is a pattern"],
    [["--intercept", "a b"], "Expected hosts such as leads.lender.example"],
  ])("with %j exits with 2 and says why", async (flags, message) => {
    const { code, stderr } = await ran(["exec", ...flags], "");
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("rejects an upstream proxy that it cannot use, without its password", async () => {
    const env = { HTTPS_PROXY: "socks5://me:secret@proxy.example:1080" };
    const { code, stderr, left } = await ran(["exec", "--intercept", host], "", env);
    expect(stderr).toMatch(/Invalid HTTPS_PROXY: .*Expected the URL of an HTTP proxy/);
    expect(stderr).not.toContain("secret");
    expect({ code, left }).toEqual({ code: 2, left: [] });
  });
});

describe("explore --intercept", () => {
  it("finds what a careless client loses, and repeats every flag that was given", async () => {
    const flags = [
      "--https",
      "--tls-dir",
      temporaryFolder(),
      "--surface-hosts",
      "partner-sandbox=x.test",
    ];
    const args = ["explore", "--intercept", host, ...flags, "--only", "faults", "--shard", "3/5"];
    const { code, stderr } = await ran(args, careless);
    expect(stderr).toMatch(/lost {2}fault:503 at post-leads-for-firm/);
    const line = stderr.slice(stderr.indexOf("To reproduce")).replaceAll(/\\\n\s*/g, "");
    expect(line).toContain("--https");
    expect(line).toContain("--surface-hosts partner-sandbox=x.test");
    expect(line).toContain(`--intercept ${host}`);
    expect(line).not.toContain("--shard");
    expect(code).toBe(1);
  }, 180_000);

  it("names the cause when the client makes no call", async () => {
    const { code, stderr } = await ran(["explore", "--intercept", host], "");
    expect(stderr).toContain("no call was intercepted. The proxy saw no connection");
    expect(code).toBe(3);
  });

  it("gives no port to --proxy-port, as each run has its own proxy", async () => {
    const { code, stderr } = await ran(["explore", "--proxy-port", "8888"], "");
    expect(stderr).toContain("--proxy-port does not apply to explore");
    expect(code).toBe(2);
  });
});

describe("exec --bundle with --intercept", () => {
  it("writes a bundle that replay repeats with the same flags", async () => {
    const bundle = join(temporaryFolder(), "run.json");
    const failing = `${careless}process.exit(4);`;
    const first = await ran(["exec", "--intercept", host, "--bundle", bundle], failing);
    expect(first.code).toBe(4);
    expect(first.stderr).toContain(`--intercept ${host}`);
    const again = await ran(["replay", bundle, "--intercept", host], failing);
    expect(again.stderr).toContain("The finding shows");
    expect(again.code).toBe(1);
  });
});

describe("a server with --proxy-port", () => {
  it("names its proxy in the ready line, and certifies the hosts for clients of its certificate", async () => {
    const file = join(temporaryFolder(), "ca.crt");
    const { ready } = await startReady([
      "--proxy-port",
      "0",
      "--intercept",
      host,
      "--ca-file",
      file,
    ]);
    expect(ready.proxy).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const client = join(temporaryFolder(), "client.mjs");
    writeFileSync(
      client,
      `process.stdout.write(String((await fetch("https://${host}/v1/leads")).status))`,
    );
    const env = {
      NODE_USE_ENV_PROXY: "1",
      HTTPS_PROXY: ready.proxy ?? "",
      NODE_EXTRA_CA_CERTS: file,
    };
    const { stdout } = await startProgram(process.execPath, [client], env).ended;
    expect(stdout).toBe("401");
    expect(await (await fetch(`${ready.control}/ca.crt`)).text()).toBe(readFileSync(file, "utf8"));
  });
});
