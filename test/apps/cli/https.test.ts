import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";

import { describe, expect, it } from "vitest";

import { openAuthority } from "../../../src/network/https/authority.ts";
import { getSecurely } from "../../network/https/secure.ts";
import { runHere, start, startReady, temporaryFile, temporaryFolder } from "./program.ts";
import { takenPort } from "./taken-port.ts";

/** Options that turn HTTPS on, with a separate folder for the authority. */
function secure(folder = temporaryFolder()): readonly string[] {
  return ["--https", "on", "--tls-dir", folder];
}

describe("the ready message with HTTPS", () => {
  it("names the URL and the certificate as text", async () => {
    const folder = temporaryFolder();
    const printed = await start(["--port", "0", ...secure(folder)]).printed("curl ");
    const [, port] = /lead-sandbox {2}http:\/\/127\.0\.0\.1:(\d+)\n/.exec(printed) ?? [];
    expect(printed).toContain(`  HTTPS         https://127.0.0.1:${port}\n`);
    expect(printed).toContain(`  for clients   NODE_EXTRA_CA_CERTS=${folder}/ca.crt\n`);
  });

  it("is one line that includes https and ca under --log-format json", async () => {
    const folder = temporaryFolder();
    const { ready, process: child } = await startReady(secure(folder));
    expect(ready).toEqual({
      event: "ready",
      url: ready.url,
      control: `${ready.url}/_sandbox`,
      https: ready.url.replace("http:", "https:"),
      ca: join(folder, "ca.crt"),
      pid: child.pid,
    });
    const ca = readFileSync(ready.ca ?? "", "utf8");
    expect((await getSecurely(ready.https ?? "", { ca })).body).toBe("ok");
  });

  it("comes with variables that lead clients to it, except behind a mapped port", async () => {
    const { ready } = await startReady(secure());
    const apiUrlFor = async (host: string): Promise<unknown> => {
      const headers = { host, connection: "close" };
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      get(`${ready.url}/_sandbox/workspaces/default`, { headers }, (response) => {
        readText(response).then(resolve, reject);
      }).on("error", reject);
      return Object(JSON.parse(await promise)).data.variables.LEAD_API_URL;
    };
    const { host } = new URL(ready.url);
    expect(await apiUrlFor(host)).toBe(ready.https);
    expect(await apiUrlFor(host.replace("127.0.0.1", "localhost"))).toBe(ready.https);
    expect(await apiUrlFor("127.0.0.1:1")).toBe("http://127.0.0.1:1");
  });

  it.each([
    { args: ["--public-url", "https://leads.test"], https: /^https:\/\/leads\.test$/ },
    { args: ["--public-url", "http://leads.test:81/x"], https: /^https:\/\/leads\.test:81\/x$/ },
    {
      args: ["--public-url", "http://leads.test:81", "--https-port", "0"],
      https: /^https:\/\/leads\.test:\d{4,5}$/,
    },
    { args: ["--host", "::1"], https: /^https:\/\/\[::1\]:\d+$/ },
  ])("has the public URL for $args", async ({ args, https }) => {
    const { ready } = await startReady([...secure(), ...args]);
    expect(ready.https).toMatch(https);
  });
});

describe("the folder of the certificate authority", () => {
  it("is tls in the folder of --data, and survives a restart", async () => {
    const data = temporaryFolder();
    const args = ["--https", "on", "--data", data];
    const first = await startReady(args);
    expect(first.ready.ca).toBe(join(data, "tls", "ca.crt"));
    const before = readFileSync(first.ready.ca ?? "", "utf8");
    first.process.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);
    const second = await startReady(args);
    expect(await (await fetch(`${second.ready.control}/ca.crt`)).text()).toBe(before);
  });

  it("is in the user's data folder without --data and --tls-dir", async () => {
    const home = temporaryFolder();
    const { ready } = await startReady(["--https", "on"], { XDG_DATA_HOME: home });
    expect(ready.ca).toBe(join(home, "lead-sandbox", "tls", "ca.crt"));
  });

  it("is created for --https without a value, which means on", async () => {
    const folder = temporaryFolder();
    const { ready } = await startReady(["--https", "--tls-dir", folder, "--require-https"]);
    const ca = readFileSync(join(folder, "ca.crt"), "utf8");
    const answer = await getSecurely(ready.https ?? "", { ca, path: "/v1/leads" });
    expect(answer.status).toBe(401);
    expect((await fetch(`${ready.url}/v1/leads`)).status).toBe(403);
  });

  it("stays untouched without HTTPS", async () => {
    const folder = temporaryFolder();
    await startReady(["--tls-dir", join(folder, "tls")]);
    expect(existsSync(join(folder, "tls"))).toBe(false);
  });

  it("with an invalid file makes the start exit 2 and name that file", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "authority.pem");
    writeFileSync(file, "-----BEGIN");
    const { code, stderr } = await runHere(["--port", "0", ...secure(folder)]);
    expect(stderr).toContain(file);
    expect(stderr).toContain("Remove it");
    expect(code).toBe(2);
  });

  it("that is not writable makes the start exit 2 and name it", async () => {
    const folder = join(temporaryFile("file", ""), "tls");
    const { code, stderr } = await runHere(["--port", "0", ...secure(folder)]);
    expect(stderr).toContain(folder);
    expect(code).toBe(2);
  });
});

describe("a command that drives a sandbox over HTTPS", () => {
  it("trusts its certificate only through NODE_EXTRA_CA_CERTS", async () => {
    const { ready } = await startReady(secure());
    const variables = { LEAD_SANDBOX_URL: ready.https ?? "" };
    const refused = await start(["leads", "list"], variables).ended;
    expect(refused.stderr).toMatch(/\([A-Z_]+\)\. Name its certificate with NODE_EXTRA_CA_CERTS/);
    expect(refused.code).toBe(4);
    const trusting = { ...variables, NODE_EXTRA_CA_CERTS: ready.ca ?? "" };
    expect(await start(["leads", "list"], trusting).ended).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("--https-port", () => {
  it.each([
    { args: ["--https-port", "4643"], expected: 'Invalid --https-port: "4643". HTTPS is off' },
    {
      args: ["--https", "on", "--port", "4643", "--https-port", "4643"],
      expected: "leave --https-port out",
    },
    {
      args: ["--https", "on", "--surface-ports", "realtor-sandbox=4643", "--https-port", "4643"],
      expected: "leave --https-port out",
    },
    { args: ["--https", "on", "--https-port", "x"], expected: 'Invalid --https-port: "x"' },
    { args: ["--https", "yes"], expected: 'Invalid --https: "yes"' },
    { args: ["--https", "serve"], expected: 'Invalid --https: "serve"' },
  ])("exits 2 with a reason for $args", async ({ args, expected }) => {
    const { code, stderr } = await runHere(args);
    expect(stderr).toContain(expected);
    expect(code).toBe(2);
  });

  it("exits 2 and names the port when it is in use", async () => {
    const taken = String(await takenPort());
    const args = ["--port", "0", ...secure(), "--https-port", taken];
    const { code, stderr } = await runHere(args);
    expect(stderr).toContain(taken);
    expect(code).toBe(2);
  });
});

describe("exec with HTTPS", () => {
  const client = `
    const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_SANDBOX_CONTROL_URL: control } = process.env;
    const { status } = await fetch(url + "/v1/leads", { headers: { "x-api-key": key } });
    const health = await fetch(control + "/health");
    console.log(JSON.stringify({
      scheme: new URL(url).protocol,
      status,
      health: health.status,
      file: process.env.LEAD_API_CA_FILE,
      node: process.env.NODE_EXTRA_CA_CERTS,
    }));
  `;
  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const command = ["--", process.execPath, temporaryFile("client.mjs", client)];
    return start(["exec", ...args, ...command], environment).ended;
  };

  it("passes the URL to its command and makes it trust the certificate", async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await run([...secure(folder), "--require-https"]);
    const file = join(folder, "ca.crt");
    expect(JSON.parse(stdout)).toEqual({
      scheme: "https:",
      status: 200,
      health: 200,
      file,
      node: file,
    });
    expect(code).toBe(0);
  });

  it("keeps the certificates that the command already trusts, in a file that it removes afterwards", async () => {
    const { certificate } = openAuthority(temporaryFolder());
    const already = temporaryFile("company.crt", certificate);
    const folder = temporaryFolder();
    const copy = join(temporaryFolder(), "copy");
    const script = temporaryFile(
      "copy.mjs",
      `import { copyFileSync } from "node:fs";
       copyFileSync(process.env.NODE_EXTRA_CA_CERTS, ${JSON.stringify(copy)});
       console.log(process.env.NODE_EXTRA_CA_CERTS);`,
    );
    const { stdout } = await start(["exec", ...secure(folder), "--", process.execPath, script], {
      NODE_EXTRA_CA_CERTS: already,
    }).ended;
    expect(readFileSync(copy, "utf8")).toBe(
      certificate + readFileSync(join(folder, "ca.crt"), "utf8"),
    );
    expect(existsSync(stdout.trim())).toBe(false);
  });

  it("sets neither variable without HTTPS", async () => {
    const { stdout } = await run([]);
    expect(JSON.parse(stdout)).toEqual({ scheme: "http:", status: 200, health: 200 });
  });
});
