/**
 * A request of the load. Each request of a run has another eight-digit number in place of `{n}` in its path or body.
 */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The placeholder, and digits of the same length as the numbers. */
const place = "{n}";
const digits = 8;

/** Serialises a request. The length is the same for every number. */
export function bytesOf(sent: Sent, port: number): (number: number) => Buffer {
  const of = (text: string, number: number): string =>
    text.replaceAll(place, String(number).padStart(digits, "0"));
  const text = (number: number): string => {
    const body = of(sent.body ?? "", number);
    const headers = {
      host: `127.0.0.1:${port}`,
      ...sent.headers,
      ...(sent.body === undefined ? {} : { "content-type": "application/json" }),
      ...(sent.method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${sent.method} ${of(sent.path, number)} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
  };
  const constant = Buffer.from(text(0));
  const varies = `${sent.path}${sent.body ?? ""}`.includes(place);
  return varies ? (number) => Buffer.from(text(number), "latin1") : () => constant;
}
