/** Reads transcripts: `.http` files with the expected answer of each request in the comments above it. */

/** The expected answer; `body` is missing if not specified, and null if there must be none. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** A request of a transcript with its expected answer. */
export interface RequestContext {
  readonly title: string;
  /** The name by which later requests refer to its response. */
  readonly name: string | null;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expected: Answer;
}

/** The values of `{{…}}` placeholders. */
export interface Values {
  readonly variables: Map<string, string>;
  readonly answers: Map<string, unknown>;
}

/** The requests of a transcript in their order, and its variables. */
export function readTranscript(text: string): {
  readonly exchanges: readonly RequestContext[];
  readonly variables: Map<string, string>;
} {
  const [head = "", ...blocks] = text.split(/^### /m);
  const pairs = Array.from(head.matchAll(/^@(\w+) = (.*)$/gm), ([, name = "", value = ""]) => ({
    name,
    value,
  }));
  const variables = new Map(pairs.map(({ name, value }) => [name, value]));
  return { exchanges: blocks.map(exchangeOf), variables };
}

function exchangeOf(block: string): RequestContext {
  const [title = "", ...lines] = block.trimEnd().split("\n");
  const start = lines.findIndex((line) => !line.startsWith("#"));
  const comments = lines.slice(0, start).map((line) => line.slice("# ".length));
  const answer = comments.findIndex((line) => line.startsWith("< "));
  const json = comments.slice(answer + 1).join("\n");
  const [request = "", ...rest] = lines.slice(start);
  const gap = rest.indexOf("");
  const headers = gap === -1 ? rest : rest.slice(0, gap);
  const [method = "", url = ""] = request.split(" ");
  return {
    title,
    name: comments.find((line) => line.startsWith("@name "))?.slice("@name ".length) ?? null,
    method,
    url,
    headers: Object.fromEntries(headers.map((line) => line.split(": "))),
    body: gap === -1 ? null : rest.slice(gap + 1).join("\n"),
    expected: answerOf(comments[answer] ?? "", json),
  };
}

function answerOf(line: string, json: string): Answer {
  const [, status = "", dots] = /^< (\d{3})( \.\.\.)?$/.exec(line) ?? [];
  if (status === "") throw new Error(`Not "# < " and a status: ${line}`);
  if (dots !== undefined) return { status: Number(status) };
  return { status: Number(status), body: json === "" ? null : JSON.parse(json) };
}

/** Fills in the `{{…}}` placeholders of `text`; fails for an unknown one. */
export function filled(text: string, values: Values): string {
  return text.replaceAll(/\{\{([^}]+)\}\}/g, (_, expression: string) => {
    const [name = "", path] = expression.split(".response.body.$.");
    const value =
      path === undefined ? values.variables.get(name) : at(values.answers.get(name), path);
    if (typeof value !== "string") throw new Error(`{{${expression}}} stands for nothing.`);
    return filled(value, values);
  });
}

/** The value at a path such as `data.plans[0].id`. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}
