/** Recordings in the forms of recorders, from entries of HAR 1.2. */

/** An entry of an archive, as the sandbox exports it. */
export interface PlainEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly NameAndValue[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly NameAndValue[];
    readonly content: { readonly mimeType: string; readonly text?: string };
  };
}

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

type Part = Readonly<Record<string, unknown>>;

/** A recorder: its name, how it writes an entry, and what else is in its log. */
export interface Recorder {
  readonly name: string;
  readonly entry: (plain: PlainEntry) => Part;
  readonly log?: Part;
  /** Entries of its own between the calls. */
  readonly more?: readonly Part[];
}

const lower = (headers: readonly NameAndValue[]): readonly NameAndValue[] =>
  headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }));

const base64 = (text = ""): Part =>
  text === ""
    ? { size: 0, mimeType: "x-unknown" }
    : {
        size: Buffer.byteLength(text),
        mimeType: "application/json",
        encoding: "base64",
        text: Buffer.from(text).toString("base64"),
      };

const sized = (content: PlainEntry["response"]["content"]): Part => ({
  ...content,
  size: Buffer.byteLength(content.text ?? ""),
});

/** A page of the site that calls the API, and what a browser loads with it. */
const asset = (url: string, more: Part): Part => ({
  startedDateTime: "2027-03-01T09:00:00.000Z",
  time: 3,
  request: { method: "GET", url, headers: [] },
  response: { status: 200, headers: [], content: { size: 9, mimeType: "text/plain" } },
  ...more,
});

export const recorders: readonly Recorder[] = [
  {
    name: "Chrome",
    log: {
      pages: [{ startedDateTime: "2027-03-01T09:00:00.000Z", id: "page_1", title: "x" }],
      _custom: { deep: [[{}]] },
    },
    more: [
      asset("https://cdn.example.com/app.js", { pageref: "page_2" }),
      asset("data:image/png;base64,AAAA", { _fromCache: "memory" }),
      asset("wss://live.example.com/", { _webSocketMessages: [{ type: "send", data: "{}" }] }),
    ],
    entry: ({ request, response, ...rest }) => ({
      _initiator: { type: "fetch", stack: { callFrames: [] } },
      _priority: "High",
      pageref: "page_1",
      ...rest,
      request: {
        ...request,
        httpVersion: "h2",
        headers: [
          { name: ":authority", value: new URL(request.url).host },
          { name: ":method", value: request.method },
          ...lower(request.headers),
        ],
        headersSize: -1,
        bodySize: Buffer.byteLength(request.postData?.text ?? ""),
      },
      response: {
        ...response,
        headers: lower(response.headers),
        content: sized(response.content),
        bodySize: -1,
        _transferSize: 99,
        _error: null,
      },
    }),
  },
  {
    name: "Firefox",
    more: [asset("https://cdn.example.com/app.css", { _securityState: "secure" })],
    entry: ({ startedDateTime, time, request, response }) => ({
      startedDateTime: new Date(Date.parse(startedDateTime) + 3_600_000)
        .toISOString()
        .replace("Z", "+01:00"),
      time: Math.round(time),
      serverIPAddress: "203.0.113.7",
      connection: "443",
      _securityState: "secure",
      request: {
        ...request,
        cookies: [],
        headersSize: 412,
        bodySize: request.postData?.text.length ?? 0,
      },
      response: { ...response, content: sized(response.content), headersSize: 300, bodySize: 220 },
    }),
  },
  {
    name: "Safari",
    entry: ({ time, request, response, ...rest }) => ({
      ...rest,
      time: time + 0.123456,
      _fetchType: "Network Load",
      _priority: "high",
      request: { ...request, headers: lower(request.headers), bodySize: -1, headersSize: -1 },
      response: {
        ...response,
        headers: lower(response.headers),
        content: { ...sized(response.content), compression: 12 },
      },
    }),
  },
  {
    name: "Fiddler",
    entry: ({ startedDateTime, request, response, ...rest }) => ({
      ...rest,
      startedDateTime: startedDateTime.replace("Z", "0000+00:00"),
      comment: "[#7]",
      connection: "ClientPort:50123;EgressPort:50124",
      request: { ...request, headersSize: 200, bodySize: request.postData?.text.length ?? 0 },
      response: {
        ...response,
        content: { ...sized(response.content), compression: 0, comment: "" },
      },
    }),
  },
  {
    name: "Postman",
    entry: ({ request, response, ...rest }) => ({
      ...rest,
      _postman: { id: "6c1f", name: "List Leads" },
      request: {
        ...request,
        ...(request.postData === undefined
          ? {}
          : { postData: { ...request.postData, params: [] } }),
        bodySize: -1,
      },
      response: { ...response, content: sized(response.content), cookies: [] },
    }),
  },
  {
    name: "mitmproxy",
    entry: ({ startedDateTime, request, response, ...rest }) => ({
      ...rest,
      startedDateTime: startedDateTime.replace("Z", "123+00:00"),
      request: { ...request, bodySize: request.postData?.text.length ?? 0 },
      response: {
        ...response,
        headers: [...response.headers, { name: "content-encoding", value: "gzip" }],
        content: { ...sized(response.content), compression: 40 },
      },
    }),
  },
  {
    name: "Charles",
    more: [
      asset("https://api.partner.example.com", {
        request: { method: "CONNECT", url: "https://api.partner.example.com", headers: [] },
      }),
    ],
    entry: ({ startedDateTime, request, response, ...rest }) => ({
      ...rest,
      startedDateTime: new Date(Date.parse(startedDateTime) + 7_200_000)
        .toISOString()
        .replace("Z", "+02:00"),
      request: { ...request, queryString: [], bodySize: request.postData?.text.length ?? 0 },
      response: { ...response, content: base64(response.content.text) },
    }),
  },
  {
    name: "Insomnia",
    entry: ({ request, response, ...rest }) => ({
      ...rest,
      cache: {},
      request: {
        ...request,
        url: request.url.replace(/\?.*$/s, ""),
        queryString: Array.from(new URL(request.url).searchParams, ([name, value]) => ({
          name,
          value,
        })),
        bodySize: -1,
        headersSize: -1,
      },
      response: { ...response, content: sized(response.content), redirectURL: "", bodySize: -1 },
    }),
  },
  {
    name: "Playwright",
    entry: ({ request, response, ...rest }) => ({
      ...rest,
      _monotonicTime: 12.5,
      _frameref: "frame@1",
      request: { ...request, bodySize: -1 },
      response: { ...response, content: { ...response.content, size: -1 }, _transferSize: -1 },
      timings: { send: -1, wait: -1, receive: -1 },
    }),
  },
  {
    name: "k6",
    entry: ({ startedDateTime, time, request, response }) => ({
      startedDateTime: startedDateTime.replace("Z", "456789Z"),
      time: time + 0.25,
      request: { ...request, headers: lower(request.headers), cookies: null, queryString: null },
      response: { ...response, headers: lower(response.headers), cookies: null },
    }),
  },
];
