import { describe, expect, it } from "vitest";

import { newSandboxClient, SandboxError } from "../../../src/index.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { serve } from "../../support/serve.ts";
import { isRemote } from "../../support/target.ts";
import { ids } from "../../support/world.ts";
import { newServedClient, servedUrl } from "./served-client.ts";

/** The error of a rejected call. Throws when the call succeeds. */
async function refusalOf(call: Promise<unknown>): Promise<SandboxError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof SandboxError) return error;
  throw new Error(`No SandboxError, but ${String(error)}`);
}

describe("SandboxError", () => {
  it("of a 404 has the status, the message and the hint, but no fields", async () => {
    const { workspace } = await newServedClient();
    const error = await refusalOf(workspace.leads.get("NoLead00"));
    expect(error).toMatchObject({
      name: "SandboxError",
      status: 404,
      fields: null,
      hint: "GET leads lists every Lead, deleted ones too.",
      message:
        'There is no Lead "NoLead00" in this workspace. GET leads lists every Lead, deleted ones too.',
    });
  });

  it("of a 409 describes the conflict", async () => {
    const { workspace } = await newServedClient();
    const error = await refusalOf(workspace.leads.convert(ids.convertedLead));
    expect(error.status).toBe(409);
    expect(error.message).toMatch(/is Converted; only an Active Lead can be converted or archived/);
    expect(error.hint).toContain("reset the workspace");
  });

  it("of a 422 lists the problems of each field", async () => {
    const { workspace } = await newServedClient();
    const error = await refusalOf(workspace.signUp({ email: "no email" }));
    expect(error.status).toBe(422);
    expect(error.fields).toEqual({
      email: [{ code: "INVALID", message: 'Invalid email address, got "no email"' }],
    });
    expect(error.hint).toBeNull();
  });

  it("of a 404 after a wait describes what arrived", async () => {
    const { workspace, createLead } = await newServedClient();
    await createLead("arrived@example.com");
    const error = await refusalOf(workspace.emails.waitFor({ to: "other@", timeoutMs: 1 }));
    expect(error.status).toBe(404);
    expect(error.hint).toContain("welcome to arrived@example.com");
  });

  it("is an Error whose stack leads to the test", async () => {
    const { workspace } = await newServedClient();
    const error = await refusalOf(workspace.leads.get("NoLead00"));
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain("SandboxError: There is no Lead");
    expect(error.stack).toContain("errors.test.ts");
  });
});

describe("a client without a sandbox at its URL", () => {
  it("rejects with status 0 and a message that names the call, the URL and the reason", async () => {
    const unused = await closedPort();
    const error = await refusalOf(newSandboxClient({ url: unused }).leads.list());
    expect(error.status).toBe(0);
    expect(error.message).toBe(
      `No sandbox answers GET /_sandbox/leads at ${unused} (ECONNREFUSED).`,
    );
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  it("rejects with the status and the start of the HTML page that a proxy answers", async () => {
    const page = `<html><title>Bad gateway</title>${"x".repeat(10_000)}</html>`;
    const url = await serve((_request, response) => {
      response.writeHead(502, { "content-type": "text/html" }).end(page);
    });
    const error = await refusalOf(newSandboxClient({ url }).health());
    expect(error.status).toBe(502);
    expect(error.message).toContain(`GET ${url}/_sandbox/health was not answered by a sandbox`);
    expect(error.message).toContain("The answer is 502: ");
    expect(error.message).toContain("<title>Bad gateway</title>");
    expect(error.message.length).toBeLessThan(400);
  });

  it.each([
    ["200 with a page", 200, "<html>another program</html>"],
    ["200 with an empty body", 200, ""],
    ["200 with JSON of another program", 200, '{"ok":true}'],
    ["200 with null", 200, "null"],
    ["404 with JSON of another program", 404, '{"error":"nope"}'],
    ["500 with null", 500, "null"],
    ["500 with a message that is no string", 500, '{"message":{"text":"no"}}'],
  ])("rejects with the status and the body of %s", async (_name, status, body) => {
    const url = await serve((_request, response) => {
      response.writeHead(status).end(body);
    });
    const error = await refusalOf(newSandboxClient({ url }).clock.get());
    expect(error.status).toBe(status);
    expect(error.message).toBe(
      `GET ${url}/_sandbox/clock was not answered by a sandbox. The answer is ${status}: ${body}`,
    );
  });

  it("rejects with status 0 when the response breaks off", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"data":', () => response.destroy());
    });
    const error = await refusalOf(newSandboxClient({ url }).clock.get());
    expect(error.status).toBe(0);
    expect(error.message).toContain(`No sandbox answers GET /_sandbox/clock at ${url}`);
  });

  it("rejects with status 0 when a stream of events breaks off", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: reset\ndata: {}\n\nevent: clock.moved\nda", () => response.destroy());
    });
    const types: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { type } of newSandboxClient({ url }).events.stream()) types.push(type);
    };
    const error = await refusalOf(reading());
    expect(error.status).toBe(0);
    expect(error.message).toContain("broke");
    expect(types).toEqual(["reset"]);
  });
});

describe.skipIf(isRemote)("the token of a client", () => {
  it("is sent with every call", async () => {
    const url = await servedUrl({ controlToken: "s3cret" });
    const client = newSandboxClient({ url, token: "s3cret" });
    expect((await client.health()).status).toBe("ok");
    expect((await client.workspace("default").clock.get()).mode).toBe("system");
  });

  it.each([undefined, "", "another"])("leads to a 401 with a hint when it is %j", async (token) => {
    const url = await servedUrl({ controlToken: "s3cret" });
    const error = await refusalOf(newSandboxClient({ url, token }).health());
    expect(error.status).toBe(401);
    expect(error.hint).toContain("LEAD_SANDBOX_CONTROL_TOKEN");
    expect(error.message).not.toContain("s3cret");
  });
});

/** The URL of a port that was free a moment ago. */
async function closedPort(): Promise<string> {
  const sandbox = openSandbox({ port: 0 });
  const { url, close } = await sandbox.listen();
  await close();
  sandbox.close();
  return url;
}
