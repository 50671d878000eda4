import * as z from "zod";

import { newTool } from "../tool.ts";

/** What loses data: the only tool that does. */
export const reset = newTool({
  name: "reset",
  kind: "destroy",
  description:
    "Delete. all: back to the fixture. faults, mail, journal: only these. workspace: drops it with everything in it.",
  input: {
    what: z.enum(["all", "faults", "mail", "journal", "workspace"]),
    fixture: z.string().min(1).max(200).optional().describe("With all: another fixture"),
  },
  example: null,
  async run({ surroundings, workspace }, { what, fixture }) {
    const world = surroundings.client.workspace(workspace);
    const none = { tool: "what_happened", arguments: { workspace } } as const;
    switch (what) {
      case "all":
        await world.reset(fixture === undefined ? {} : { fixture });
        return { data: { done: "The workspace is as its fixture describes it." }, next: [none] };
      case "faults":
        await world.faults.clear();
        return { data: { done: "No fault is planned." }, next: [none] };
      case "mail":
        await world.emails.clear();
        return { data: { done: "No mail is kept." }, next: [none] };
      case "journal":
        await world.requests.clear();
        return { data: { done: "Journal and coverage are empty." }, next: [none] };
      case "workspace":
        await surroundings.client.workspaces.drop(workspace);
        return {
          data: { done: "The workspace is dropped." },
          next: [{ tool: "new_workspace", arguments: {} }],
        };
    }
  },
});
