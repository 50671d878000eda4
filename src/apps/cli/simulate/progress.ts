import { counted } from "../../../base/values/counted.ts";
import type { SimulationProgress } from "../../../harness/simulate/settings.ts";
import type { ProgressLine } from "../output/progress-line.ts";
import { newProgressLine } from "../output/progress-line.ts";

/** Shows the progress of a simulation; a step is a phase. */
export function simulationProgress(
  stream: NodeJS.WriteStream,
  isSilent: boolean,
): ProgressLine<SimulationProgress> {
  const shown = new Set<string>();
  return newProgressLine(stream, isSilent, {
    changing(progress) {
      const { phase, ticks, findings } = progress;
      const done = phase === "shrinking" ? `${ticks} of` : `${counted(ticks, "tick")},`;
      return `${phaseText(progress)}: ${done} ${counted(findings, "finding")}`;
    },
    step(progress) {
      const place = phaseText(progress);
      if (shown.has(place)) return null;
      shown.add(place);
      return place;
    },
  });
}

function phaseText({ phase, leads }: SimulationProgress): string {
  return leads === null ? phase : `${phase} with ${counted(leads, "Lead")}`;
}
