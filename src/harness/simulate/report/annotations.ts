import type { Annotation } from "../../../base/texts/github.ts";
import type { SimulationReport } from "./shape.ts";

/** What fails a build: the problem, or each finding that is not accepted. */
export function annotationsOf({ problem, findings }: SimulationReport): readonly Annotation[] {
  if (problem !== null) return [{ title: "simulate", message: problem }];
  return findings
    .filter(({ accepted }) => !accepted)
    .map(({ title, explanation, advice }) => ({
      title: `simulate: ${title}`,
      message: `${explanation}\n${advice}`,
    }));
}
