import { existsSync, readFileSync } from "node:fs";

import * as z from "zod";

import type { FormerKeys } from "../registry/key-index.ts";
import { formerKeysFile, unusableFile, writeInPlace } from "./data-files.ts";
import { writeFailure } from "./storage.ts";

/** The files of former keys, not in those of workspaces, which a reset takes back to their initial state. */
export function formerKeysIn(folder: string): FormerKeys {
  return {
    of(id) {
      const file = formerKeysFile(folder, id);
      if (!existsSync(file)) return [];
      try {
        const keys = z.array(z.string()).safeParse(JSON.parse(readFileSync(file, "utf8")));
        if (!keys.success) throw new Error("it is not a list of keys");
        return keys.data;
      } catch (error) {
        throw unusableFile(file, error);
      }
    },
    keep(id, keys) {
      try {
        writeInPlace(formerKeysFile(folder, id), Buffer.from(JSON.stringify(keys)));
      } catch (error) {
        // The action that took the keys has succeeded. Without the file, they are free after the next start.
        if (writeFailure(error) === null) throw error;
      }
    },
  };
}
