import { decodeText } from "../../../base/values/decode-text.ts";

/** The text of a file that the user chose, as commands read it. The error names the file. */
export async function fileText(file: File): Promise<string> {
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file.name} cannot be read: ${reason}.`, { cause: error });
  }
}
