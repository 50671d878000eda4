import packageJson from "../../../../package.json" with { type: "json" };
import { visible } from "../../../base/texts/visible.ts";
import {
  AnswersError,
  answersIn,
  answersText,
} from "../../../harness/check-target/ask/answers-file.ts";
import type { Answers } from "../../../harness/check-target/ask/ask-probes.ts";
import type { TargetFacts } from "../../../harness/check-target/target/target.ts";
import { keptText, replaceFile } from "../output/kept-file.ts";
import { UsageError } from "../usage-error.ts";

/** The answers that a check goes on with, and where it keeps them. */
export interface KeptAnswers {
  readonly answers: Answers;
  readonly keep: (answers: Answers) => Promise<void>;
}

/**
 * Reads `--answers`; without a file, nothing is kept. Throws `UsageError` for a file that the check cannot go on
 * with, and leaves it as it is.
 */
export async function openAnswers(
  file: string | undefined,
  baseUrl: string,
  facts: TargetFacts,
): Promise<KeptAnswers> {
  if (file === undefined) return { answers: new Map(), keep: async () => {} };
  const about = { version: packageJson.version, baseUrl, firmId: facts.firmId };
  const text = await keptText(file);
  try {
    return {
      answers: text === null ? new Map() : answersIn(text, about),
      keep: (answers) => replaceFile(file, answersText(answers, about, facts)),
    };
  } catch (error) {
    if (!(error instanceof AnswersError)) throw error;
    const advice = "It is left as it is; name another file to ask everything again.";
    throw new UsageError(visible(`Invalid --answers ${file}: ${error.message}. ${advice}`));
  }
}
