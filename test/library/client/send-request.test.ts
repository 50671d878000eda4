import type { RequestListener } from "node:http";

import { describe, expect, it } from "vitest";

import { newSandboxClient } from "../../../src/library/client/sandbox-client.ts";
import { sendRequest } from "../../../src/library/client/send-request.ts";
import { serve } from "../../support/serve.ts";

/** Echoes the received request. */
const echo: RequestListener = (request, response) => {
  const { method, url, headers } = request;
  const received: string[] = [];
  request.on("data", (chunk) => received.push(String(chunk)));
  request.on("end", () => {
    response.writeHead(201).end(JSON.stringify({ method, url, headers, body: received.join("") }));
  });
};

describe("sendRequest", () => {
  it("sends method, path, headers and body like fetch", async () => {
    const url = `${await serve(echo)}/a?b=%20c`;
    const request = { url, method: "POST", headers: { "x-one": "1" }, body: '{"ü":1}' };
    const [sent, fetched] = await Promise.all([sendRequest(request), fetch(url, request)]);
    expect(sent).toMatchObject({ ok: true, status: 201 });
    const received: unknown = JSON.parse(await sent.text());
    expect(received).toMatchObject({ method: "POST", url: "/a?b=%20c", body: '{"ü":1}' });
    expect(received).toMatchObject({ headers: { "x-one": "1", "content-length": "8" } });
    expect(await fetched.json()).toMatchObject({ headers: { "content-length": "8" } });
  });

  it("reads the response as text, as bytes and as a stream", async () => {
    const url = await serve((_request, response) => void response.writeHead(404).end("né"));
    const send = () => sendRequest({ url, method: "GET", headers: {} });
    expect(await send()).toMatchObject({ ok: false, status: 404 });
    expect(await (await send()).text()).toBe("né");
    expect(Buffer.from(await (await send()).arrayBuffer())).toEqual(Buffer.from("né"));
    expect(await new Response((await send()).body).text()).toBe("né");
  });

  it("follows a redirect of a proxy, with the body", async () => {
    const target = await serve(echo);
    const url = await serve(
      (_request, response) => void response.writeHead(307, { location: `${target}/there` }).end(),
    );
    const sent = await sendRequest({ url, method: "POST", headers: {}, body: "all of it" });
    expect(JSON.parse(await sent.text())).toMatchObject({ url: "/there", body: "all of it" });
  });
});

describe("a client that uses sendRequest", () => {
  it("reports why no server answers", async () => {
    const client = newSandboxClient({ url: "http://127.0.0.1:1" }, sendRequest);
    await expect(client.health()).rejects.toThrow(
      "No sandbox answers GET /_sandbox/health at http://127.0.0.1:1 (ECONNREFUSED).",
    );
  });

  it("reports a response that breaks off", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "9" }).write("{");
      setTimeout(() => response.destroy(), 10);
    });
    const client = newSandboxClient({ url }, sendRequest);
    await expect(client.health()).rejects.toThrow("/health at");
  });

  it("rejects with the reason of an aborted call", async () => {
    const url = await serve(() => {});
    const { workspace } = newSandboxClient({ url }, sendRequest);
    const waiting = workspace("one").requests.waitFor({}, AbortSignal.timeout(20));
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("rejects a token with a line break, and does not report an unreachable sandbox", async () => {
    const client = newSandboxClient({ url: await serve(echo), token: "a\nb" }, sendRequest);
    await expect(client.health()).rejects.toThrow(TypeError);
  });
});
