/** What a tool is, apart from the protocol that serves it. */
import * as z from "zod";

import type { JsonObject } from "../../base/values/json.ts";
import type { Connection } from "../../library/client/connection.ts";
import type { SandboxClient } from "../../library/client/sandbox-client.ts";
import type { Catalogue } from "./catalogue.ts";
import { invalidArguments } from "./failure.ts";
import { schemaOf, withoutAlternatives } from "./schema.ts";
import type { NextCall, ToolName } from "./tool-names.ts";

/** What a tool answers. */
export interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  /** The names of lists in `data` that lose items, the last ones first, until the answer fits. */
  readonly lists?: readonly string[];
  /** What the answer has when only some items of the first list are shown; by default the same call with `maxChars`. */
  readonly cut?: (shown: number) => JsonObject & { readonly more: NextCall };
  /** At most two calls. */
  readonly next: readonly NextCall[];
}

/** What the tools of one server work with. */
export interface Surroundings {
  readonly client: SandboxClient;
  /** The same for calls whose path is known only at run time. */
  readonly connect: (workspaceId: string) => Connection;
  /** The address for messages and for clients. */
  readonly url: string;
  /** The workspace of calls that name none; null if each has to name one. */
  readonly workspace: string | null;
  /** Whether calls may name no other workspace. */
  readonly isBound: boolean;
  readonly catalogue: () => Promise<Catalogue>;
  /** The tools that run the client; none if this server runs no command. */
  readonly commandTools: readonly Tool[];
}

/** Annotations follow from the kind: `read` changes nothing, `destroy` loses data, `command` runs the client. */
export type Kind = "read" | "write" | "destroy" | "command";

export interface Tool {
  readonly name: ToolName;
  readonly kind: Kind;
  readonly description: string;
  readonly needsWorkspace: boolean;
  /** Whether programs read its answers, which then are structured content, too. */
  readonly isStructured: boolean;
  /** The JSON Schema of its arguments, without those that all tools share. */
  readonly schema: () => JsonObject;
  /** Throws a `ToolFailure` for wrong arguments, and what the client of the sandbox throws. */
  readonly run: (call: ToolCall) => Promise<Answer>;
}

/** A call with the arguments that all tools share already read. */
export interface ToolCall {
  readonly surroundings: Surroundings;
  /** The id of the workspace; "" for tools without one. */
  readonly workspace: string;
  readonly given: JsonObject;
  /** Aborted when the caller cancels or disconnects. */
  readonly signal: AbortSignal;
}

/** A tool whose arguments are the fields of `input`. `example` is a call that always succeeds. */
export function newTool<Shape extends z.ZodRawShape>(definition: {
  readonly name: ToolName;
  readonly kind: Kind;
  readonly description: string;
  readonly needsWorkspace?: boolean;
  readonly isStructured?: boolean;
  readonly input: Shape;
  readonly example: JsonObject | null;
  readonly run: (call: ToolCall, input: z.infer<z.ZodObject<Shape>>) => Promise<Answer>;
}): Tool {
  const { name, kind, description, input, example, run } = definition;
  const shape = z.strictObject(input);
  const needsWorkspace = definition.needsWorkspace ?? true;
  return {
    name,
    kind,
    description,
    needsWorkspace,
    isStructured: definition.isStructured ?? false,
    schema: () => withoutAlternatives(schemaOf(shape)),
    async run(call) {
      const parsed = shape.safeParse(call.given);
      if (parsed.success) return run(call, parsed.data);
      const named = needsWorkspace ? { workspace: call.workspace } : {};
      throw invalidArguments(parsed.error, {
        value: call.given,
        takes: Object.keys(input),
        next: example === null ? [] : [{ tool: name, arguments: { ...named, ...example } }],
      });
    },
  };
}
