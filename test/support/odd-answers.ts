/** Answers that a careless or hostile server may send, as bytes on the wire. */
import { tcpServer } from "./tcp-server.ts";

/** An answer, and what a client behind a proxy may get for it. */
export interface OddAnswer {
  readonly bytes: string;
  /** What follows the bytes: the end, a TCP reset, or nothing. */
  readonly then: "end" | "reset" | "open";
  readonly method: string;
  /** The statuses that the client may get; null for a connection that is cut. */
  readonly expected: readonly (number | null)[];
  /** The body with another status than 502, where it matters. */
  readonly body: string | null;
}

/** Answers as lines between bars, without the version in front. */
function answers(
  expected: OddAnswer["expected"],
  bytes: Readonly<Record<string, string>>,
  more: Partial<OddAnswer> = {},
): readonly (readonly [string, OddAnswer])[] {
  const usual = { then: "end", method: "GET", body: null } as const;
  return Object.entries(bytes).map(([name, text]) => {
    const whole = `HTTP/1.1 ${text}`.replaceAll("|", "\r\n");
    return [name, { ...usual, expected, bytes: whole, ...more }];
  });
}

/** Answers without a version in front. */
function bare(...given: Parameters<typeof answers>): ReturnType<typeof answers> {
  return answers(...given).map(([name, answer]) => [
    name,
    { ...answer, bytes: answer.bytes.slice("HTTP/1.1 ".length) },
  ]);
}

const length = "Content-Length: 2||ok";
const chunked = "Transfer-Encoding: chunked||2|ok|0||";
const manyHeaders = Array.from({ length: 3_000 }, (_, at) => `a${at}: 1`).join("|");

/** All of them, with a name each. */
export const oddAnswers = [
  ...answers(
    [200],
    {
      "a length": `200 OK|${length}`,
      "no length": "200 OK||ok",
      chunks: `200 OK|${chunked}`,
      "no reason": `200|${length}`,
      "an empty reason": `200 |${length}`,
      "Latin-1 in the reason": `200 caf\u00E9|${length}`,
      "Latin-1 in a value": `200 OK|X-A: caf\u00E9|${length}`,
      "trailers after chunks": "200 OK|Trailer: X-A|Transfer-Encoding: chunked||2|ok|0|X-A: 1||",
      "a Trailer with a length": `200 OK|Trailer: X-A|${length}`,
      "a Trailer without a length": "200 OK|Trailer: X-A||ok",
      "100 first": `100 Continue||HTTP/1.1 200 OK|${length}`,
      "102 and 103 first": `102 A||HTTP/1.1 103 B|Link: </a>||HTTP/1.1 200 OK|${length}`,
      "Connection that names the length": `200 OK|Connection: content-length|${length}`,
      "Connection that names the coding": `200 OK|Connection: transfer-encoding|${chunked}`,
      "headers of the connection": `200 OK|Keep-Alive: x|Proxy-Authenticate: y|Upgrade: z|${length}`,
      "two Set-Cookie": `200 OK|Set-Cookie: a=1|Set-Cookie: b=2|${length}`,
      "odd names of headers": `200 OK|!#$%&'*+-.^_~09az: 1|__proto__: 2|constructor: 3|${length}`,
      "bytes after the end": `200 OK|${length}HTTP/1.1 500 Second|Content-Length: 0||`,
      "a large head": `200 OK|X-A: ${"a".repeat(60_000)}|${length}`,
      "three thousand headers": `200 OK|${manyHeaders}|${length}`,
    },
    { body: "ok" },
  ),
  ...bare([200], { "HTTP/1.0": "HTTP/1.0 200 OK||ok" }, { body: "ok" }),
  ...answers(
    [200],
    {
      "HEAD with a length": "200 OK|Content-Length: 20||",
      "HEAD with a body": `200 OK|${length}`,
      "HEAD with chunks and a Trailer": "200 OK|Trailer: X-A|Transfer-Encoding: chunked||",
    },
    { method: "HEAD", body: "" },
  ),
  ...answers(
    [204],
    {
      "204 with a Trailer": "204 No Content|Trailer: X-Checksum||",
      "204 with a body": `204 No Content|${length}`,
      "204 with chunks": `204 No Content|Trailer: X-A|${chunked}`,
    },
    { body: "" },
  ),
  ...answers([205], { "205 with a body": `205 Reset Content|${length}` }),
  ...answers(
    [304],
    {
      "304 with a length": "304 Not Modified|Content-Length: 20||",
      "304 with a body": `304 Not Modified|${length}`,
      "304 with a Trailer": "304 Not Modified|Trailer: X-A||",
    },
    { body: "" },
  ),
  ...answers([999], { "a status above 599": `999 Odd|${length}` }),
  ...answers(
    [200, 502],
    {
      "a control character in the reason": `200 O\u0001K|${length}`,
      "a zero byte in the reason": `200 O\u0000K|${length}`,
      "an escape sequence in the reason": `200 \u001B[31mOK\u007F|${length}`,
      "two equal lengths": `200 OK|Content-Length: 2|${length}`,
      "a length and chunks": `200 OK|Content-Length: 2|${chunked}`,
      "chunked twice": `200 OK|Transfer-Encoding: chunked|${chunked}`,
      "a folded header": `200 OK|X-A: a| b|${length}`,
      "a folded Connection": `200 OK|Connection: close,|\tcontent-length|${length}`,
      "DEL in a value": `200 OK|X-A: a\u007Fb|${length}`,
      "a space after a name": `200 OK|X-A : 1|${length}`,
    },
    { body: "ok" },
  ),
  ...bare([200, 502], {
    "HTTP/2.0": `HTTP/2.0 200 OK|${length}`,
    "HTTP/1.2": `HTTP/1.2 200 OK|${length}`,
    "empty lines first": `||HTTP/1.1 200 OK|${length}`,
    "line feeds alone": "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
  }),
  ...answers([200, 502], {
    "an empty length": "200 OK|Content-Length: ||",
    "a huge reason": `200 ${"a".repeat(400_000)}|${length}`,
  }),
  ...answers([502], {
    "status 0": `000 None|${length}`,
    "status 99": `099 Low|${length}`,
    "status 7": `7 Short|${length}`,
    "status 1000": `1000 Long|${length}`,
    "a negative status": `-20 Low|${length}`,
    "no status": `OK|${length}`,
    "status 101 with bytes": "101 Switching|Upgrade: a|Connection: upgrade||\u0081\u0005hello",
    "only 1xx": "103 Early Hints||",
    "two different lengths": `200 OK|Content-Length: 3|${length}`,
    "a list of lengths": "200 OK|Content-Length: 2, 3||ok!",
    "a length that is no number": "200 OK|Content-Length: two||ok",
    "a negative length": "200 OK|Content-Length: -2||ok",
    "a length beyond all numbers": `200 OK|Content-Length: ${"9".repeat(40)}||ok`,
    "two codings": "200 OK|Transfer-Encoding: gzip, chunked||2|ok|0||",
    "an unknown coding": "200 OK|Transfer-Encoding: x-odd||ok",
    "a control character in a value": `200 OK|X-A: a\u0001b|${length}`,
    "a bare CR in a value": `200 OK|X-A: a\rX-B: b|${length}`,
    "a zero byte in a value": `200 OK|X-A: a\u0000b|${length}`,
    "a space in a name": `200 OK|X A: 1|${length}`,
    "an empty name": `200 OK|: 1|${length}`,
    "Latin-1 in a name": `200 OK|X-\u00E9: 1|${length}`,
    "a line without a colon": `200 OK|nothing|${length}`,
    "a huge head": `200 OK|X-A: ${"a".repeat(400_000)}||`,
    "half a status line": "20",
    "half a head": "200 OK|Content-Le",
  }),
  ...answers(
    [502],
    {
      "status 101": "101 Switching Protocols|Upgrade: websocket|Connection: upgrade||",
      "status 101 alone": "101 Switching Protocols||",
    },
    { then: "open" },
  ),
  ...bare([502], {
    "HTTP/0.9": "<html>hello</html>",
    "a frame of HTTP/2": "\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000",
    "an alert of TLS": "\u0015\u0003\u0001\u0000\u0002\u0002\u0046",
    "another protocol": "SSH-2.0-OpenSSH_9.6|",
    nothing: "",
  }),
  ...bare([502], { "a reset": "", "half a head and a reset": "HTTP/1.1 200|A" }, { then: "reset" }),
  ...answers([null, 200, 502], {
    "half a body": "200 OK|Content-Length: 20||ok",
    "half of the chunks": "200 OK|Transfer-Encoding: chunked||2|ok|",
    "a chunk of a wrong size": "200 OK|Transfer-Encoding: chunked||zz|ok|0||",
    "a chunk beyond all numbers": `200 OK|Transfer-Encoding: chunked||${"f".repeat(40)}|ok`,
    "a bad trailer": "200 OK|Transfer-Encoding: chunked||2|ok|0|X A\u0001: 1||",
    "bytes after the last chunk": `200 OK|${chunked.slice(0, -1)}garbage`,
  }),
  ...answers(
    [null, 200, 502],
    { "half a body and a reset": "200 OK|Content-Length: 20||ok" },
    { then: "reset" },
  ),
] as const;

/** A server on a free port of 127.0.0.1 that gives each connection this answer. Returns its port. */
export async function oddServer({
  bytes,
  then,
}: Pick<OddAnswer, "bytes" | "then">): Promise<number> {
  const { port } = await tcpServer((socket) => {
    const after = (): void => {
      if (then === "reset") socket.resetAndDestroy();
      else if (then === "end") socket.end();
    };
    socket.once("data", () => {
      if (bytes === "") after();
      else socket.write(Buffer.from(bytes, "latin1"), after);
    });
  });
  return port;
}
