/** What a host may read into its context: rules, documents, one request. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { McpServer, ReadResourceResult } from "@modelcontextprotocol/server";
import { ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";

import { SandboxError } from "../../library/client/sandbox-error.ts";
import type { Surroundings } from "./tool.ts";

/** Rules and documents do not change while a sandbox runs. */
const published = { ttlMs: 86_400_000, cacheScope: "public" } as const;
const fresh = { ttlMs: 0, cacheScope: "private" } as const;
const mimeType = "application/json";
const markdown = "text/markdown";
const scheme = "lead-sandbox://";

/** Registers the resources of a sandbox. */
export function registerResources(server: McpServer, surroundings: Surroundings): void {
  for (const { name, description, read } of wholes(surroundings)) {
    const config = { description, mimeType, cacheHint: published };
    server.registerResource(name, scheme + name, config, async ({ href }) =>
      content(href, await read()),
    );
  }
  for (const { name, path, description, cacheHint, type = mimeType, read } of parts(surroundings)) {
    server.registerResource(
      name,
      new ResourceTemplate(scheme + path, { list: undefined }),
      { description, mimeType: type, cacheHint },
      async ({ href }, variables) => {
        const texts = Object.entries(variables).map(
          ([key, value]) => [key, String(value)] as const,
        );
        const found = await read(Object.fromEntries(texts));
        if (found === undefined) throw new ResourceNotFoundError(href);
        return content(href, found, type);
      },
    );
  }
}

interface Part {
  readonly name: string;
  /** With its variables in braces. */
  readonly path: string;
  readonly description: string;
  readonly cacheHint: typeof published | typeof fresh;
  /** JSON if not given. */
  readonly type?: string;
  /** Undefined for what does not exist. */
  readonly read: (variables: Readonly<Record<string, string>>) => Promise<unknown>;
}

function parts({ client, catalogue, isBound, workspace: own }: Surroundings): readonly Part[] {
  return [
    {
      name: "rule",
      path: "rules/{id}",
      description: "One rule, 300 characters",
      cacheHint: published,
      read: async ({ id }) => (await catalogue()).rules.find((rule) => rule.id === id),
    },
    {
      name: "operation",
      path: "openapi/emulated/{operationId}",
      description: "One operation of the Lead API as OpenAPI, 13 kB",
      cacheHint: published,
      async read({ operationId }) {
        const { operations } = await catalogue();
        return operations.find(({ id }) => id === operationId)?.description;
      },
    },
    {
      name: "skill",
      path: "skills/{name}",
      description:
        "How to work with the sandbox: lead-sandbox, refusals or verdicts, 2 to 4 kB each",
      cacheHint: published,
      type: markdown,
      read: async ({ name = "" }) => skillText(name),
    },
    {
      name: "request",
      path: "workspaces/{workspace}/requests/{id}",
      description: "One request with its answer, as sent",
      cacheHint: fresh,
      async read({ workspace = "", id = "" }) {
        if (isBound && workspace !== own) return undefined;
        return foundOrNot(() => client.workspace(workspace).requests.get(id));
      },
    },
  ];
}

interface Whole {
  readonly name: string;
  readonly description: string;
  readonly read: () => Promise<unknown>;
}

function wholes({ client, catalogue }: Surroundings): readonly Whole[] {
  return [
    {
      name: "rules",
      description: "Every rule of the Lead API, 40 kB",
      read: async () => (await catalogue()).rules,
    },
    {
      name: "assumptions",
      description: "The rules that are open, with what each may be, 15 kB",
      read: async () =>
        (await catalogue()).rules.filter(({ alternatives }) => alternatives !== undefined),
    },
    {
      name: "openapi/emulated",
      description: "The Lead API as OpenAPI 3.1, 215 kB",
      read: async () => (await catalogue()).document,
    },
    {
      name: "openapi/control",
      description: "The control API of the sandbox as OpenAPI 3.1, 155 kB",
      read: () => client.documents.control(),
    },
  ];
}

function content(uri: string, value: unknown, type = mimeType): ReadResourceResult {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { contents: [{ uri, mimeType: type, text }] };
}

/** Undefined for what the sandbox does not have, and for ids that lead to another path. */
async function foundOrNot<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    if (error instanceof SandboxError && error.status === 404) return undefined;
    throw error;
  }
}

const files: ReadonlyMap<string, string> = new Map([
  ["lead-sandbox", "lead-sandbox/SKILL.md"],
  ["refusals", "lead-sandbox/references/refusals.md"],
  ["verdicts", "lead-sandbox/references/verdicts.md"],
]);

const folder = import.meta.url.endsWith(".ts") ? "../../../skills" : "../skills";

/** The Markdown of a page; undefined for an unknown name. */
function skillText(name: string): string | undefined {
  const file = files.get(name);
  if (file === undefined) return undefined;
  return readFileSync(fileURLToPath(new URL(`${folder}/${file}`, import.meta.url)), "utf8");
}
