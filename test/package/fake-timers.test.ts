import { rmSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { isLong } from "../long/size.ts";
import { smtpServerWith } from "../world/mail/smtp-servers.ts";
import type { Project } from "./project.ts";
import { newProject } from "./project.ts";
import { prepareRunners, runners, runsOf, runSuites } from "./runners/runner.ts";

/** Every kind of call, by the client in the process and over HTTP. Global `fetch` needs the timers that tests fake. */
const calls = `
async function makeEveryCall({ assert, request, workspace, sandbox }) {
  const send = (method, path, { base = workspace.url, body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        base + path,
        { method, headers: { "x-api-key": workspace.apiKey, "content-type": "application/json", ...headers } },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (chunk) => (text += chunk));
          answer.on("end", () => resolve({ status: answer.statusCode, text }));
        },
      );
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  let people = 0;
  const refer = () => {
    const email = "fake" + (people += 1) + "@example.com";
    return send("POST", "/v1/firms/" + workspace.firmId + "/leads", {
      body: { email, firstName: "Fay", lastName: "Keane" },
    });
  };
  const { client } = workspace;
  const path = workspace.url + "/v1/leads";
  const headers = { "x-api-key": workspace.apiKey };

  // The emulated plane.
  assert.equal((await refer()).status, 201);
  assert.equal((await workspace.fetch(path, { headers })).status, 200);
  assert.equal((await send("GET", "/readyz")).status, 200);

  // Faults.
  const fault = (then) => client.faults.plan({ then, times: 1 });
  await fault({ delayMs: 30 });
  assert.equal((await send("GET", "/v1/leads")).status, 200);
  await fault({ delayMs: 30, status: 503 });
  assert.equal((await workspace.fetch(path, { headers })).status, 503);
  await fault({ kind: "reset", delayMs: 10 });
  await assert.rejects(send("GET", "/v1/leads"));
  const { id: hold } = await fault({ kind: "hold" });
  const held = send("GET", "/v1/leads");
  while ((await client.faults.get(hold)).held.length === 0) await send("GET", "/livez");
  await client.faults.release(hold, { action: "continue" });
  assert.equal((await held).status, 200);

  // Waits that end at once, with an event and at their timeout.
  assert.equal((await client.requests.waitFor({ timeoutMs: 1_000 })).length, 1);
  const mail = client.emails.waitFor({ to: "fake2@example.com", timeoutMs: 10_000 });
  assert.equal((await refer()).status, 201);
  const { id: emailId } = await mail;
  await assert.rejects(client.emails.waitFor({ to: "missing@example.com", timeoutMs: 30 }), /30 ms/);
  await assert.rejects(client.requests.waitFor({ count: 900, timeoutMs: 30 }), /30 ms/);
  assert.match(await client.emails.raw(emailId), /MIME-Version/);
  assert.match(await client.emails.html(emailId), /html/);
  assert.equal((await client.emails.list()).data.length, 2);

  // Events, in the process and over HTTP.
  for await (const { type } of client.events.stream()) {
    assert.ok(type);
    break;
  }
  await new Promise((resolve, reject) => {
    const sent = request(
      sandbox.url + "/_sandbox/workspaces/" + workspace.id + "/events",
      { headers: { accept: "text/event-stream" } },
      (answer) => {
        answer.setEncoding("utf8").once("data", () => {
          sent.destroy();
          resolve();
        });
      },
    );
    sent.on("error", reject);
    sent.end();
  });

  // Time, quotas, state.
  const before = Date.parse((await client.clock.freeze()).now);
  assert.equal(Date.parse((await client.clock.advance("PT1H")).now) - before, 3_600_000);
  const key = workspace.firms[0].apiKeys.find((one) => one.key === workspace.apiKey);
  await client.quotas.set(key.id, 1);
  await client.quotas.use(key.id, { count: 1 });
  assert.equal((await send("GET", "/v1/leads")).status, 429);
  await client.quotas.set(key.id, null);
  await client.snapshots.take("before");
  assert.equal((await refer()).status, 201);
  await client.snapshots.restore("before");
  await client.reset();
  assert.equal((await send("GET", "/v1/leads")).status, 200);
  assert.match(await workspace.report(), /Requests to the workspace/);

  // Workspaces and the server.
  const other = await sandbox.workspace();
  await other.drop({ afterSeconds: 5 });
  const mailed = await sandbox.workspace();
  await mailed.drop();
  assert.equal((await sandbox.client.workspaces.list()).data.length >= 2, true);
  const second = await sandbox.listen();
  assert.equal((await send("GET", "/livez", { base: second.url })).status, 200);
  await second.close();
}
`;

/** Each way to install fake timers, and the names that it replaces. */
const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Vitest: {
    "the default": "vi.useFakeTimers();",
    // Everything except queueMicrotask and nextTick, without which Node's own fetch and streams stop.
    "every name":
      'vi.useFakeTimers({ now: 0, toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate", "Date", "performance", "hrtime", "Intl", "Temporal"] });',
    spies:
      'vi.spyOn(Date, "now").mockReturnValue(0); vi.spyOn(performance, "now").mockReturnValue(0); vi.spyOn(globalThis, "setTimeout").mockReturnValue(0);',
  },
  Jest: {
    "the default": "jest.useFakeTimers();",
    "another time": "jest.useFakeTimers({ now: 0 });",
    "legacy timers": "jest.useFakeTimers({ legacyFakeTimers: true });",
    spies:
      'jest.spyOn(Date, "now").mockReturnValue(0); jest.spyOn(performance, "now").mockReturnValue(0); jest.spyOn(global, "setTimeout").mockReturnValue(0);',
  },
  "node:test": {
    "the default": "mock.timers.enable();",
    "every name":
      'mock.timers.enable({ now: 0, apis: ["setTimeout", "setInterval", "setImmediate", "Date", "scheduler.wait"] });',
  },
};

const restored: Readonly<Record<string, string>> = {
  Vitest: "vi.useRealTimers(); vi.restoreAllMocks();",
  Jest: "jest.useRealTimers(); jest.restoreAllMocks();",
  "node:test": "mock.timers.reset();",
};

const modules: Readonly<Record<string, string>> = {
  Vitest: 'import assert from "node:assert/strict";\nimport { request } from "node:http";',
  Jest: 'const assert = require("node:assert/strict");\nconst { request } = require("node:http");',
  "node:test": 'import assert from "node:assert/strict";\nimport { request } from "node:http";',
};

describe.each(runners)("the sandbox while $name fakes timers", (runner) => {
  let project: Project;
  beforeAll(async () => {
    project = await newProject();
    project.add("vitest", "jest", "@jest/globals");
    prepareRunners(project);
  }, 120_000);
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

  // A long run has each way at both moments, otherwise the moments alternate.
  const cases = Object.entries(ways[runner.name] ?? {}).flatMap(([name, install], index) =>
    [
      { title: `${name}, installed in the test`, install, first: "" },
      { title: `${name}, installed before the sandbox is opened`, install: "", first: install },
    ].filter((_case, moment) => isLong || moment === index % 2),
  );

  it.each(
    runsOf(runner, cases).map((files) => ({
      files,
      titles: files.map(({ title }) => title).join("; "),
    })),
  )(
    "answers every call: $titles",
    async ({ files }) => {
      const servers = await Promise.all(files.map(() => smtpServerWith()));
      const written = files.map(({ title, install, first }, index) => {
        const file = runner.file(`fake-timers-${index}`);
        project.write(
          file,
          [
            runner.head,
            modules[runner.name],
            `const testOptions = { sandbox: { smtpUrl: ${JSON.stringify(servers[index]?.url)} } };`,
            runner.entry,
            calls,
            first,
            `test(${JSON.stringify(title)}, withWorkspace(async (workspace, sandbox) => {
              ${install}
              try {
                await makeEveryCall({ assert, request, workspace, sandbox });
              } finally {
                ${restored[runner.name]}
              }
            }));`,
          ].join("\n"),
        );
        return file;
      });
      const { code, tests, output } = await runSuites(project, runner, { files: written });
      expect([tests, code, output]).toEqual([
        files.map(({ title }) => `passed ${title}`),
        0,
        output,
      ]);
      expect(servers.map(({ taken }) => taken.length > 0)).toEqual(files.map(() => true));
    },
    120_000,
  );
});
