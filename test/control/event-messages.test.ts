import { describe, expect, it } from "vitest";

import { eventStream } from "../../src/control/event-stream.ts";
import { newRequestCounts } from "../../src/control/request-counts.ts";
import type { WorkspaceEvent } from "../../src/workspace/events.ts";
import { newEventLog } from "../../src/workspace/events.ts";

describe("the streams of a workspace", () => {
  it("encode each live event once, however many there are, and all send it", async () => {
    const events = newEventLog();
    let encodings = 0;
    const show = (event: WorkspaceEvent): object => {
      encodings += 1;
      return event;
    };
    const readers = Array.from({ length: 8 }, () =>
      eventStream({ events, counts: newRequestCounts() }, 0, show).getReader(),
    );
    for (const name of ["one", "two", "three"]) {
      events.append({ at: 0, type: "lead.created", data: { name } });
    }
    const texts = await Promise.all(readers.map((reader) => textOf(reader, 2)));
    expect(encodings).toBe(3);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('"name":"three"');
  });

  it("encode the events of another workspace anew", async () => {
    const [one, other] = [newEventLog(), newEventLog()];
    const readers = [one, other].map((events) =>
      eventStream({ events, counts: newRequestCounts() }, 0, (event) => event).getReader(),
    );
    one.append({ at: 0, type: "lead.created", data: { name: "one" } });
    other.append({ at: 0, type: "lead.created", data: { name: "other" } });
    const texts = await Promise.all(readers.map((reader) => textOf(reader, 2)));
    expect(texts[0]).toContain('"name":"one"');
    expect(texts[1]).toContain('"name":"other"');
  });
});

/** The text of the next chunks of a stream. */
async function textOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  chunks: number,
): Promise<string> {
  let text = "";
  for (let count = 0; count < chunks; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    text += new TextDecoder().decode((await reader.read()).value);
  }
  return text;
}
