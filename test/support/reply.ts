/** A response with its body read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or null when there is none. */
  readonly json: unknown;
}

/** Reads the whole response. */
export async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const body = await response.text();
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  return { status, headers, text: body, json: isJson && body !== "" ? JSON.parse(body) : null };
}

/** The value at a dotted path of a response body, such as `data.id` or `data.0.email`. */
export function at(reply: Reply, path: string): unknown {
  let value = reply.json;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** The same for a text value; fails with the whole body when the value is not a text. */
export function text(reply: Reply, path: string): string {
  const value = at(reply, path);
  if (typeof value === "string") return value;
  throw new Error(`No text at ${path} of ${reply.status} ${reply.text}`);
}

/** The values at a dotted path of each item of a response's `data`, in order. */
export function column(reply: Reply, path: string): readonly unknown[] {
  const data = at(reply, "data");
  if (!Array.isArray(data)) throw new Error(`No list in ${reply.status} ${reply.text}`);
  return data.map((_, index) => at(reply, `data.${index}.${path}`));
}

/** The rules that a response cites, without their assumption markers. */
export function rulesOf(reply: Reply): readonly string[] {
  return citations(reply).map((citation) => citation.replace(";assumed", ""));
}

/** The rules that a response lists as assumptions. */
export function assumedRulesOf(reply: Reply): readonly string[] {
  return citations(reply)
    .filter((citation) => citation.endsWith(";assumed"))
    .map((citation) => citation.replace(";assumed", ""));
}

function citations(reply: Reply): readonly string[] {
  return (reply.headers.get("x-sandbox-rules") ?? "").split(", ").filter((rule) => rule !== "");
}
