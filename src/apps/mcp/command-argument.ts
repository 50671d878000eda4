/** The argument `command` of explore and replay: only where the caller may name one. */
import * as z from "zod";

import type { Runs } from "./runs.ts";

const Command = z
  .array(
    z
      .string()
      .max(4_096)
      .refine((word) => !word.includes("\0"), "Expected no NUL"),
  )
  .min(1)
  .max(100)
  .refine(([program]) => program !== "", "Expected a program first");

/** The field `command`, or none: the command was set when the server started. */
export function commandField({
  command,
  allowsCommands,
}: Pick<Runs, "command" | "allowsCommands">): z.ZodRawShape {
  if (!allowsCommands) return {};
  const words = Command.describe("Program and arguments, without a shell");
  return { command: command === null ? words : words.optional() };
}

/** The named command, otherwise the one that was set. */
export function commandIn(
  input: Readonly<Record<string, unknown>>,
  otherwise: readonly string[] | null,
): readonly string[] {
  const named = Command.safeParse(input["command"]);
  return named.success ? named.data : (otherwise ?? []);
}
