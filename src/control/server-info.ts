import type { Surface } from "../domain/surface.ts";

/** What the process is, for the server-level calls. */
export interface ServerInfo {
  readonly version: string;
  readonly startedAt: number;
  readonly isReady: () => boolean;
  readonly surfaces: readonly (Surface & {
    readonly hosts: readonly string[];
    readonly port: number | null;
  })[];
  /** The defaults of a new workspace. */
  readonly defaults: {
    readonly fixture: string;
    readonly seed: number;
    readonly quotaPerHour: number | null | undefined;
  };
}
