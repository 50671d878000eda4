import { expect } from "vitest";

import type { Row } from "./row.ts";
import { rejected } from "./row.ts";

/** The session cookie; `test/server/control/access/session.test.ts` tests what the cookie permits. */
export const session: readonly Row[] = [
  {
    call: "POST /_sandbox/workspaces/{id}/token",
    method: "workspaces.renewToken",
    promise: "409 without a control token, and 404 for the default workspace",
    async keeps({ client, id }) {
      await rejected(409, client.workspaces.renewToken(id), /control token/);
      await rejected(404, client.workspaces.renewToken("default"), /default/);
    },
  },
  {
    call: "POST /_sandbox/workspaces/restore",
    method: "workspaces.restore",
    promise:
      "201 with the world of a downloaded snapshot, 409 for an id in use, 422 for another file",
    async keeps({ client, workspace, id }) {
      const state = await workspace.state.get();
      await workspace.snapshots.take("moved");
      const file = await workspace.snapshots.download("moved");
      const copy = await client.workspaces.restore(file, { id: `${id}-copy` });
      const { leads } = await client.workspace(copy.id).state.get();
      expect(leads).toEqual(state.leads);
      await rejected(409, client.workspaces.restore(file, { id }), /already exists/);
      await rejected(422, client.workspaces.restore(new Uint8Array([1, 2])), /not SQLite/);
    },
  },
  withoutToken("POST", "open"),
  withoutToken("DELETE", "close"),
];

function withoutToken(verb: string, name: "open" | "close"): Row {
  return {
    call: `${verb} /_sandbox/session`,
    method: `session.${name}`,
    promise: "without a token, 200 that reports that",
    async keeps({ client }) {
      expect(await client.session[name]()).toEqual({ needsToken: false });
    },
  };
}
