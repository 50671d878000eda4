import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { describe, expect, it, onTestFinished } from "vitest";

import { newObserver } from "../../../src/harness/explore/run/observer.ts";
import type { SandboxWatch } from "../../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";

const key = "11111111-1111-4111-8111-111111111111";
const json = "content-type: application/json";
const leads = "/v1/firms/Harb0rPt/leads";

/** A request as bytes; by default with a key, and as the last one of its connection. */
function request(
  line: string,
  headers: readonly string[] = [],
  body: string | Buffer = "",
  more: readonly string[] = [`x-api-key: ${key}`],
): Buffer {
  const head = [line, "host: 127.0.0.1", "connection: close", ...more, ...headers].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), Buffer.from(body)]);
}

/** The same with the length of its body. */
function sent(line: string, body: string | Buffer, ...headers: readonly string[]): Buffer {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return request(line, [length, json, ...headers], body);
}

function chunked(line: string, body: string): Buffer {
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return request(line, ["transfer-encoding: chunked", json], chunks);
}

const bodyOf = (email: string, note = ""): string =>
  JSON.stringify({ email, firstName: "Odd", lastName: `One${note}` });

const bodiless = ["GET", "HEAD", "TRACE", "OPTIONS", "DELETE", "QUERY", "PROPFIND", "M-SEARCH"];
const paths = ["/v1/leads", leads, "/nowhere", "/_sandbox/leads", "/_sandbox/nowhere"];

const odd: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    bodiless.flatMap((method) =>
      paths.flatMap((path) => [
        [`${method} ${path} without a body`, request(`${method} ${path} HTTP/1.1`)],
        [`${method} ${path} with null`, sent(`${method} ${path} HTTP/1.1`, "null")],
        [`${method} ${path} with chunks`, chunked(`${method} ${path} HTTP/1.1`, "{}")],
        [`${method} ${path} with an empty body`, sent(`${method} ${path} HTTP/1.1`, "")],
      ]),
    ),
  ),
  "a valid POST": sent(`POST ${leads} HTTP/1.1`, bodyOf("one@example.com")),
  "a POST in chunks": chunked(`POST ${leads} HTTP/1.1`, bodyOf("two@example.com")),
  "a POST with chunks and a trailer": request(
    `POST ${leads} HTTP/1.1`,
    ["transfer-encoding: chunked", "trailer: x-sum", json],
    "2\r\n{}\r\n0\r\nx-sum: 1\r\n\r\n",
  ),
  "an empty POST": sent(`POST ${leads} HTTP/1.1`, ""),
  "a POST without a length": request(`POST ${leads} HTTP/1.1`, [json]),
  "a POST with null": sent(`POST ${leads} HTTP/1.1`, "null"),
  "a POST with a mark": sent(`POST ${leads} HTTP/1.1`, `\u{FEFF}${bodyOf("bom@example.com")}`),
  "a POST that is not UTF-8": sent(`POST ${leads} HTTP/1.1`, Buffer.from([0x7b, 0xff, 0x7d])),
  "a POST in UTF-16": sent(`POST ${leads} HTTP/1.1`, Buffer.from("{}", "utf16le")),
  "a POST of another type": request(`POST ${leads} HTTP/1.1`, ["content-length: 2"], "{}"),
  "a POST over the limit": sent(`POST ${leads} HTTP/1.1`, bodyOf("x@example.com", "e".repeat(2e6))),
  "chunks over the limit": chunked(`POST ${leads} HTTP/1.1`, bodyOf("x@e.com", "e".repeat(2e6))),
  "a POST without a key": request(`POST ${leads} HTTP/1.1`, [json, "content-length: 2"], "{}", []),
  "a POST to an unknown path": sent("POST /v1/nowhere HTTP/1.1", "{}"),
  "a POST after Expect": sent(
    `POST ${leads} HTTP/1.1`,
    bodyOf("expect@example.com"),
    "expect: 100-continue",
  ),
  "another expectation": sent(`POST ${leads} HTTP/1.1`, "{}", "expect: 200-ok"),
  "a PATCH of nothing": sent("PATCH /v1/leads/LeadHPa1 HTTP/1.1", "{}"),
  "a DELETE with a body": sent("DELETE /v1/leads/LeadHPa1 HTTP/1.1", "{}"),
  "HTTP/1.0": Buffer.from(`GET /v1/leads HTTP/1.0\r\nx-api-key: ${key}\r\n\r\n`),
  "HTTP/1.0 with a body": Buffer.from(
    `GET /v1/leads HTTP/1.0\r\nx-api-key: ${key}\r\ncontent-length: 4\r\n\r\nnull`,
  ),
  "an absolute target": request("GET http://127.0.0.1/v1/leads HTTP/1.1"),
  "an absolute target of another host": request("GET http://other.example/v1/leads HTTP/1.1"),
  "credentials in the target": request("GET http://a:b@127.0.0.1/v1/leads HTTP/1.1"),
  "an asterisk": request("OPTIONS * HTTP/1.1"),
  "a very long target": request(`GET /v1/leads?filter=${"a".repeat(12_000)} HTTP/1.1`),
  "a target over the limit": request(`GET /v1/leads?filter=${"a".repeat(20_000)} HTTP/1.1`),
  "a broken escape": request("GET /v1/leads/%E0%A4%A?x=%zz HTTP/1.1"),
  "an escaped slash": request("GET /v1%2Fleads HTTP/1.1"),
  "a double slash": request("GET //v1//leads HTTP/1.1"),
  "a fragment": request("GET /v1/leads#there HTTP/1.1"),
  dots: request("GET /v1/../v1/./leads HTTP/1.1"),
  "an upgrade": request("GET /v1/leads HTTP/1.1", ["upgrade: websocket"]),
  "an upgrade with a body": sent("GET /v1/leads HTTP/1.1", "{}", "upgrade: h2c"),
  "an unknown method": request("BREW /v1/leads HTTP/1.1"),
  "headers twice": request("GET /v1/leads HTTP/1.1", [
    "accept: a/b",
    "accept: c/d",
    "x-a: 1",
    "x-a: 2",
  ]),
  "the key twice": request("GET /v1/leads HTTP/1.1", [`x-api-key: ${key}`]),
  "the length twice": request(
    `POST ${leads} HTTP/1.1`,
    ["content-length: 2", "content-length: 3", json],
    "{}",
  ),
  "an empty header": request("GET /v1/leads HTTP/1.1", ["x-empty:", "content-type:"]),
  "bytes in a header": request("GET /v1/leads HTTP/1.1", ["x-odd: caf\u00e9 \u0080\u00ff"]),
  "bytes in a header of a POST": sent(
    `POST ${leads} HTTP/1.1`,
    bodyOf("odd@example.com"),
    "x-odd: caf\u00e9\u0080",
  ),
  "a coded body": sent(`POST ${leads} HTTP/1.1`, "{}", "content-encoding: gzip"),
  "a control call": sent("POST /_sandbox/reset HTTP/1.1", "{}"),
  "a control call in chunks": chunked("POST /_sandbox/reset HTTP/1.1", "{}"),
  "a control call that is not JSON": sent("PUT /_sandbox/quota HTTP/1.1", "null"),
  "a control call with broken JSON": sent("PUT /_sandbox/faults HTTP/1.1", "{"),
  "a control call over the limit": request("PUT /_sandbox/state HTTP/1.1", [
    "content-length: 99999999",
    json,
  ]),
};

async function open(watch: SandboxWatch, assumptions = {}) {
  const sandbox = openSandbox({ port: 0, quota: null, seed: 7, assumptions }, watch);
  const { url, close } = await sandbox.listen();
  onTestFinished(async () => {
    await close();
    sandbox.close();
  });
  return Number(new URL(url).port);
}

/** All that comes back until the server closes the connection, without what every server has of its own. */
async function answerTo(port: number, bytes: Buffer): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(Buffer.from(chunk)));
  // A refused upload can end with a reset, when its answer is there.
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return Buffer.concat(received)
    .toString("latin1")
    .replaceAll(String(port), "PORT")
    .replaceAll(/^date: .*$/gim, "date")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "MOMENT");
}

/** Bodies whose bytes are not text. */
const coded: Readonly<Record<string, Buffer>> = Object.fromEntries(
  Object.entries({
    gzip: gzipSync(bodyOf("gzip@example.com")),
    br: brotliCompressSync(bodyOf("br@example.com")),
    deflate: Buffer.from(bodyOf("plain@example.com")),
    zstd: Buffer.from("{}"),
  }).map(([coding, body]) => [
    coding,
    sent(`POST ${leads} HTTP/1.1`, body, `content-encoding: ${coding}`),
  ]),
);

describe("a request inside a trial", () => {
  it.each([
    { name: "by default", requests: odd, assumptions: {} },
    {
      name: "with decoded bodies",
      requests: coded,
      assumptions: { "http.content-encoding": "decoded" },
    },
  ])("is answered as outside, whatever it looks like, $name", async (row) => {
    const failures: Error[] = [];
    const onFailure = (failure: Error): void => void failures.push(failure);
    const plain = await open({}, row.assumptions);
    const watch = { ...newObserver(null, () => 0).watch, onFailure };
    const observed = await open(watch, row.assumptions);
    for (const [name, bytes] of Object.entries(row.requests)) {
      // oxlint-disable-next-line no-await-in-loop -- both sandboxes see the requests in the same order
      const [outside, inside] = await Promise.all([
        answerTo(plain, bytes),
        answerTo(observed, bytes),
      ]);
      expect(`${name}: ${outside}`).toContain(": HTTP/1.1 ");
      expect(`${name}: ${inside}`).toBe(`${name}: ${outside}`);
    }
    expect(failures).toEqual([]);
  });
});
