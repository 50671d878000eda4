import type { Annotation } from "../../../base/texts/github.ts";
import { isFailedCheck } from "./report.ts";
import type { Report } from "./shape.ts";

/** What fails a build: the problem, or each failed check. */
export function annotationsOf({ problem, checks }: Report): readonly Annotation[] {
  if (problem !== null) return [{ title: "assess", message: problem.message }];
  return checks.filter(isFailedCheck).map(({ id, title, reason, advice }) => ({
    title: `assess: ${id}`,
    message: [title, reason, ...(advice === null ? [] : [advice])].join("\n"),
  }));
}
