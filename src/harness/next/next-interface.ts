import type { JsonObject } from "../../base/values/json.ts";
import type { ChangeList } from "./change-list.ts";
import { readChangeList } from "./change-list.ts";
import type { Comparison } from "./compare-documents.ts";
import { compareDocuments } from "./compare-documents.ts";
import { isOpenApi, NextFileError, parseJsonOrYaml, readOpenApi } from "./openapi-document.ts";
import type { Schemas } from "./schema-shape.ts";
import { newInterning } from "./schema-shape.ts";

/** A text file, as it was read. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** The announced interface, as changes from the present one. */
export interface NextInterface extends ChangeList {
  /** The version of the next document; null for a list. */
  readonly version: string | null;
  /** How many operations of the present document the sandbox lacks; they are left out. */
  readonly unknownOperations: number;
  /** What carrying out the changes needs. */
  readonly places: Pick<Comparison, "subjects" | "known"> & {
    /** The schemas of the sandbox's own document. */
    readonly own: Schemas;
  };
}

/**
 * Reads the changes that `next` announces: an OpenAPI document or a list. `from` is the provider's present document, by
 * default the sandbox's `own`. Throws `NextFileError` for invalid files.
 */
export function readNextInterface(
  own: JsonObject,
  next: TextFile,
  from: TextFile | null = null,
): NextInterface {
  const intern = newInterning();
  const ofSandbox = readOpenApi(own, "The document of the sandbox", intern);
  const present = from === null ? ofSandbox : presentDocument(from, intern);
  const start = next.text.trimStart();
  const value = start === "" ? null : documentIn(next);
  if (value !== null) {
    const document = readOpenApi(value, next.name, intern);
    const compared = compareDocuments({ own: ofSandbox, from: present, next: document });
    const { changes, unknownOperations } = compared;
    const places = { ...compared, own: ofSandbox.schemas };
    return { changes, notes: [], version: document.version, unknownOperations, places };
  }
  const same = compareDocuments({ own: ofSandbox, from: present, next: present });
  const list = readChangeList(next.text, next.name, { ...same, document: present });
  const places = { ...same, own: ofSandbox.schemas };
  return { ...list, version: null, unknownOperations: same.unknownOperations, places };
}

function presentDocument(
  file: TextFile,
  intern: (text: string) => number,
): ReturnType<typeof readOpenApi> {
  const value = parseJsonOrYaml(file.text, file.name);
  if (isOpenApi(value)) return readOpenApi(value, file.name, intern);
  throw new NextFileError(
    `${file.name} is not an OpenAPI document. Give the provider's present document.`,
  );
}

/** The document in a file; null for a list. */
function documentIn({ name, text }: TextFile): JsonObject | null {
  if (/^\s*(?:-\s|\[|"|\{\s*"(?:id|note)"\s*:)/.test(text.replaceAll(/^[ \t]*#.*$/gm, "")))
    return null;
  const value = parseJsonOrYaml(text, name);
  if (value === null) return null;
  if (isOpenApi(value)) return value;
  throw new NextFileError(
    `${name} is neither an OpenAPI document nor a list of changes. Expected openapi: 3.x, or one change a line, such as - default:query.limit=10.`,
  );
}
