/** Errors that a caller can act on: one sentence, the fields it is about, and a call that helps. */
import type * as z from "zod";

import { SandboxError } from "../../library/client/sandbox-error.ts";
import { fieldProblems } from "../../network/http/field-errors.ts";
import type { NextCall } from "./tool-names.ts";

/** A tool that cannot do what it was asked to. */
export class ToolFailure extends Error {
  readonly next: readonly NextCall[];
  readonly fields: Readonly<Record<string, string>> | null;

  constructor(
    message: string,
    next: readonly NextCall[],
    fields: ToolFailure["fields"] = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.next = next;
    this.fields = fields;
  }
}

const problemsShown = 10;

/** The failure for arguments that do not fit their schema. */
export function invalidArguments(
  error: z.ZodError,
  {
    value,
    takes,
    next,
  }: {
    readonly value: unknown;
    readonly takes: readonly string[];
    readonly next: readonly NextCall[];
  },
): ToolFailure {
  const problems = fieldProblems(error, value, problemsShown).map(
    ({ path, message }) => [shortened(path.join(".")) || "arguments", shortened(message)] as const,
  );
  const [first = ["arguments", "Invalid"] as const] = problems;
  return new ToolFailure(
    `Invalid arguments: ${first[0]}: ${first[1]}. The tool takes ${takes.join(", ")}.`,
    next,
    Object.fromEntries(problems),
  );
}

/** The failure for what a call of the sandbox threw. `helpful` is a call that shows what there is. */
export function failureOf(
  error: unknown,
  { url, helpful }: { readonly url: string; readonly helpful: readonly NextCall[] },
): ToolFailure {
  if (error instanceof ToolFailure) return error;
  if (!(error instanceof SandboxError)) throw error;
  const { status, fields, hint, message } = error;
  const cause = { cause: error };
  if (status === 0) {
    return new ToolFailure(`No sandbox answers at ${url}.`, [], null, cause);
  }
  const [isolated] = /workspace "[^"]+" requires its own token\./.exec(message) ?? [];
  if (isolated !== undefined) {
    return new ToolFailure(
      `The ${isolated}`,
      [{ tool: "new_workspace", arguments: {} }],
      null,
      cause,
    );
  }
  if (status === 401 || status === 403) {
    return new ToolFailure(
      `The sandbox at ${url} does not accept the control token. Start this server with the right one: --token, or LEAD_SANDBOX_CONTROL_TOKEN.`,
      [],
      null,
      cause,
    );
  }
  // Hints name calls of the control API, which a caller of tools cannot make.
  const sentence = hint === null ? message : message.slice(0, -hint.length).trimEnd();
  if (sentence.startsWith("There is no workspace ")) {
    return new ToolFailure(sentence, [{ tool: "new_workspace", arguments: {} }], null, cause);
  }
  const shown = Object.entries(fields ?? {}).map(
    ([path, [first]]) => [path.split(".").at(-1) ?? path, first?.message ?? ""] as const,
  );
  return new ToolFailure(
    sentence.replace(/^Invalid (?:body|query): /, "Invalid arguments: "),
    helpful,
    shown.length === 0 ? null : Object.fromEntries(shown),
    cause,
  );
}

const nameMax = 100;

/** Names and messages can repeat what the caller sent. */
function shortened(text: string): string {
  return text.length > nameMax ? `${text.slice(0, nameMax)}…` : text;
}
