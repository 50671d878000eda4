/**
 * Reads a file of requests as strictly as any editor could. Each separator of lines ends a line, and a line that could be
 * a script, a file, a variable or another request is an error.
 */

export interface ReadRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface HttpFile {
  /** The variables at the start. */
  readonly variables: Readonly<Record<string, string>>;
  readonly requests: readonly ReadRequest[];
}

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

export function readHttpFile(text: string): HttpFile {
  const [head = [], ...blocks] = split(text.split(lineEnd));
  const given = head.map((line) => /^@(\w+) = (\S+)$/.exec(line) ?? /^(?:#.*)?$/.exec(line));
  if (given.includes(null)) throw new Error(`Not a head: ${head.join("\n")}`);
  const variables = Object.fromEntries(
    given.flatMap((match) => (match?.[1] === undefined ? [] : [[match[1], match[2] ?? ""]])),
  );
  return { variables, requests: blocks.flatMap((block) => requestIn(block, variables)) };
}

/** The lines before the first `###`, then those of each block. */
function split(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (/^\s*###/.test(line)) blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

function requestIn(
  block: readonly string[],
  variables: HttpFile["variables"],
): readonly ReadRequest[] {
  for (const line of block) refuseInstruction(line, variables);
  const lines = block.filter((line) => !line.startsWith("#"));
  const [first = "", ...rest] = lines;
  if (first === "") return rest.some((line) => line !== "") ? fail(rest) : [];
  const [, method, target] = /^([A-Z]+) \{\{baseUrl}}(\/[!-~]*)$/.exec(first) ?? fail(lines);
  const end = rest.indexOf("") === -1 ? rest.length : rest.indexOf("");
  const headers = rest
    .slice(0, end)
    .map((line) => /^([a-z0-9-]+): (.*)$/.exec(line) ?? fail(lines));
  const bodies = rest.slice(end).filter((line) => line !== "");
  if (bodies.length > 1) fail(bodies);
  return [
    {
      method: method ?? "",
      target: target ?? "",
      headers: Object.fromEntries(headers.map(([, name = "", value = ""]) => [name, value])),
      body: bodies[0] ?? null,
    },
  ];
}

function refuseInstruction(line: string, variables: HttpFile["variables"]): void {
  const known = ["baseUrl", ...Object.keys(variables)];
  const left = known.reduce((text, name) => text.replaceAll(`{{${name}}}`, ""), line);
  const isInstruction = /^\s*(?:[<>@?!=&]|\/\/|#\s*@|\/\/\s*@)/.test(line);
  if (left.includes("{{") || left.includes("{%") || isInstruction) fail([line]);
}

function fail(lines: readonly string[]): never {
  throw new Error(`Not a request that a client sent:\n${lines.join("\n")}`);
}
