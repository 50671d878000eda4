/** What only the tester's plane needs: its app, the documents of both planes, recordings. Loaded at the first call of it, as it takes a third of the start. */
import type { Hono } from "hono";

import type { ApiOperation } from "./api/call.ts";
import { controlDocument } from "./contract/control-document.ts";
import { emulatedDocument } from "./contract/emulated-document.ts";
import { recordedPact } from "./contract/record/record.ts";
import type { ControlOptions } from "./control/mount.ts";
import { controlApp } from "./control/mount.ts";
import { controlOperations } from "./control/operations.ts";
import type { ServerInfo } from "./control/server-info.ts";
import { lazily } from "./domain/lazily.ts";

/** The tester's plane of one sandbox. */
export interface TestersPlane {
  readonly app: Hono;
  /** Requests of any workspace, oldest first, as a Pact V4 file. */
  readonly recordPact: ServerInfo["recordPact"];
}

/** What the plane is made from. */
export interface PlaneParts extends Pick<ControlOptions, "registry" | "guard"> {
  readonly requireHttps: boolean;
  readonly server: Omit<ServerInfo, "documents" | "operations" | "recordPact"> & {
    readonly operations: readonly ApiOperation[];
  };
}

/** The tester's plane over the workspaces of a sandbox. */
export function testersPlane({ registry, guard, requireHttps, server }: PlaneParts): TestersPlane {
  const { version, operations } = server;
  const documents = {
    emulated: lazily(() => emulatedDocument(operations, { version, requireHttps })),
    control: lazily(() => controlDocument(controlOperations, { version })),
  };
  const recordPact: ServerInfo["recordPact"] = (requests, names) =>
    recordedPact(requests, { ...names, version, document: documents.emulated() });
  const options = { registry, guard, server: { ...server, documents, recordPact } };
  return { app: controlApp(options, controlOperations), recordPact };
}
