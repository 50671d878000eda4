import { eventBounds } from "../../../../src/world/workspace/logs/events.ts";
import type { World } from "../../../support/world.ts";

/** The events of long requests fill their log long before the requests fill the journal. */
export async function fillEvents(world: World): Promise<void> {
  const target = `/v1/leads?pad=${"x".repeat(12_000)}`;
  for (let bytes = 0; bytes < eventBounds.bytesMax; bytes += target.length) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await world.api("GET", target);
  }
}
