import type { SimulationProgress } from "../simulate/settings.ts";

/** Shows the progress of a simulation: one changing line on a terminal, a line for each phase elsewhere. */
export interface SimulationProgressLine {
  readonly show: (progress: SimulationProgress) => void;
  readonly end: () => void;
}

export function simulationProgress(
  stream: NodeJS.WriteStream,
  isSilent: boolean,
): SimulationProgressLine {
  if (isSilent) return { show: () => {}, end: () => {} };
  const shown = new Set<string>();
  return {
    show(progress) {
      const { phase, leads, ticks, findings } = progress;
      const where = leads === null ? phase : `${phase} with ${leads} Leads`;
      if (stream.isTTY) {
        stream.write(
          `\r\u001B[K${where}: ${ticks} ${phase === "shrinking" ? "of" : "ticks,"} ${findings} findings`,
        );
      } else if (!shown.has(where)) {
        shown.add(where);
        stream.write(`${where}\n`);
      }
    },
    end() {
      if (stream.isTTY) stream.write("\r\u001B[K");
    },
  };
}
