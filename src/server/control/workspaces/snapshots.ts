import * as z from "zod";

import { worldWithHistory } from "../../../world/workspace/fixtures/save-world.ts";
import { World } from "../../../world/workspace/fixtures/world.ts";
import { SnapshotError } from "../../../world/workspace/storage/snapshotting.ts";
import { created, list, ok } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import { exclusive } from "../calls/exclusive.ts";
import { snapshotType, textType } from "../calls/media-types.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { fileNameProblem, isFileName, one, pageOf } from "../calls/shapes.ts";
import { answerConfigured } from "./show-workspace.ts";
import { ConfiguredWorkspace } from "./shown-workspace.ts";

const Name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
  .refine(isFileName, fileNameProblem);

const ShownSnapshot = z.strictObject({ name: z.string(), bytes: z.int() });

export const listSnapshots = withNoQuery({
  id: "list-snapshots",
  summary: "List the snapshots by name",
  method: "GET",
  path: "/snapshots",
  answer: pageOf(ShownSnapshot),
  run: ({ registry, workspace }) => list(registry.snapshots(workspace), (snapshot) => snapshot),
});

export const takeSnapshot = withBody({
  id: "take-snapshot",
  summary:
    "Keep the workspace as it is under a name: rows, mail, clock, quota, faults, assumptions. Without --data, all snapshots take 512 MiB at most",
  method: "POST",
  path: "/snapshots",
  destroys: null,
  body: z.strictObject({ name: Name }),
  status: 201,
  answer: one(ShownSnapshot),
  run({ registry, workspace }, { name }) {
    const hint = "Delete snapshots, or start the sandbox with --data, which keeps them in files.";
    if (!orConflict(hint, () => registry.takeSnapshot(workspace, name))) {
      throw new ControlError(409, `The snapshot ${JSON.stringify(name)} already exists.`, {
        hint: "Delete it first, or choose another name.",
      });
    }
    return created(registry.snapshots(workspace).find((snapshot) => snapshot.name === name));
  },
});

/** The result of `work`; throws a 409 for a snapshot that cannot be taken or read. */
function orConflict<Result>(hint: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw new ControlError(409, error.message, { hint });
  }
}

export const restoreSnapshot = withNoQuery({
  id: "restore-snapshot",
  destroys:
    "The clock goes back, and all records, mail, requests, events and faults since the snapshot are lost.",
  summary: "Restore a snapshot, including its clock; journal and events start again",
  method: "POST",
  path: "/snapshots/{name}/restore",
  refuses: [507],
  answer: one(ConfiguredWorkspace),
  mediaType: textType,
  async run(call) {
    const name = snapshotName(call);
    if (!(await exclusive(call, () => restored(call, name)))) throw unknownSnapshot(call);
    return answerConfigured(call, call.workspace);
  },
});

function restored({ registry, workspace }: ControlCall, name: string): boolean {
  const hint = "The workspace did not change. Delete the snapshot.";
  return orConflict(hint, () => registry.restore(workspace, name));
}

export const getSnapshotState = withNoQuery({
  id: "get-snapshot-state",
  summary:
    "The world that a snapshot holds, in the format of a fixture: to compare, with nothing restored",
  method: "GET",
  path: "/snapshots/{name}/state",
  answer: one(World()),
  run(call) {
    const answer = orConflict("Delete the snapshot.", () =>
      call.registry.readWithin(call.workspace, snapshotName(call), ({ store, settings }) =>
        ok(worldWithHistory(store(), settings.assumptions)),
      ),
    );
    if (answer === null) throw unknownSnapshot(call);
    return answer;
  },
});

export const downloadSnapshot = withNoQuery({
  id: "download-snapshot",
  summary: "Download a snapshot as an SQLite file",
  method: "GET",
  path: "/snapshots/{name}/download",
  answer: null,
  mediaType: snapshotType,
  run(call) {
    const name = snapshotName(call);
    const image = call.registry.readSnapshot(call.workspace, name);
    if (image === null) throw unknownSnapshot(call);
    return {
      status: 200,
      body: image,
      mediaType: snapshotType,
      headers: { "content-disposition": `attachment; filename="${name}.sqlite"` },
    };
  },
});

export const deleteSnapshot = withNoQuery({
  id: "delete-snapshot",
  destroys: "The snapshot is lost.",
  summary: "Delete a snapshot",
  method: "DELETE",
  path: "/snapshots/{name}",
  answer: one(z.strictObject({ name: z.string() })),
  run(call) {
    const name = snapshotName(call);
    if (!call.registry.removeSnapshot(call.workspace, name)) throw unknownSnapshot(call);
    return ok({ name });
  },
});

/** The name in the path. Throws a 404 for a name that no snapshot can have. */
function snapshotName(call: ControlCall): string {
  const name = Name.safeParse(call.params["name"]);
  if (!name.success) throw unknownSnapshot(call);
  return name.data;
}

function unknownSnapshot({ registry, workspace, params }: ControlCall): ControlError {
  const names = registry.snapshots(workspace).map(({ name }) => name);
  const known = names.length === 0 ? "There are none." : `There are: ${names.join(", ")}.`;
  return unknown("snapshot", params["name"] ?? "", known);
}
