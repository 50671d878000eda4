import { describe, expect, it } from "vitest";

import { eventText } from "../../../../src/apps/console/activity/event-text.ts";
import { eventTypes } from "../../../../src/world/workspace/logs/events.ts";
import { anEvent } from "./events.ts";

/** `request` events have their own line. */
const types = eventTypes.filter((type) => type !== "request");

describe("an event as a line", () => {
  it.each(types)("%s has its own sentence, without JSON", (type) => {
    const { text } = eventText(anEvent(type, { id: "AAAAAAAA", to: ["a@example.com"] }));
    expect(text).not.toContain("{");
    expect(text).not.toContain(type);
  });

  it("links to its record", () => {
    const { text, link } = eventText(anEvent("lead.created", { id: "LeadAAAA", requestId: "one" }));
    expect({ text, link }).toEqual({
      text: "Lead LeadAAAA created",
      link: { view: "leads", id: "LeadAAAA" },
    });
  });
});
