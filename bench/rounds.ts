import type { Bench } from "./bench.ts";
import type { Served } from "./served.ts";

/** Runs `work` in every round with a new server, which it stops afterwards. Progress messages show `name`. */
export async function eachRound(
  { rounds, say }: Pick<Bench, "rounds" | "say">,
  name: string,
  start: () => Promise<Served>,
  work: (served: Served, round: number) => Promise<void> | void,
): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    say(`${name}, round ${round}`);
    const served = await start();
    try {
      await work(served, round);
    } finally {
      await served.stop();
    }
  }
}
