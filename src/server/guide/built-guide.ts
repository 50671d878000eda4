/** The guide, built from the documentation. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface GuidePage {
  /** Its address below the guide, without slashes; empty for the start page. */
  readonly name: string;
  readonly title: string;
  /** The page in the repository and in the package, such as `docs/start.md`. */
  readonly file: string;
  /** The content of `main`. */
  readonly html: string;
}

/** A part of a page between two headings, which the search finds. */
export interface GuideSection {
  /** Its place in the list of sections. */
  readonly id: number;
  readonly page: string;
  readonly title: string;
  /** Empty before the first heading below the title. */
  readonly heading: string;
  readonly anchor: string;
  /** Paragraphs, list items and rows of tables, as plain text. */
  readonly paragraphs: readonly string[];
}

/** The pages, with the groups of the navigation. */
export interface GuidePages {
  readonly groups: readonly { readonly title: string; readonly pages: readonly string[] }[];
  readonly pages: readonly GuidePage[];
}

/** The sections, with the search index over them as MiniSearch writes it. */
export interface GuideSearch {
  readonly sections: readonly GuideSection[];
  readonly index: string;
}

/** The files of a built guide. Pictures are in the same folder. */
export const guideFiles = { pages: "pages.json", search: "search.json" } as const;

/** The two parts of the guide. A package has them built; in a checkout, the first use builds them. */
export interface BuiltGuide {
  readonly pages: () => Promise<GuidePages>;
  readonly search: () => Promise<GuideSearch>;
  /** A picture of a page; null where there is none of that name. */
  readonly picture: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

const folder = new URL("../guide/", import.meta.url);

export function builtGuide(): BuiltGuide {
  if (!existsSync(new URL(guideFiles.pages, folder))) {
    return {
      pages: async () => (await fromSource()).pages,
      search: async () => (await fromSource()).search,
      picture: async (name) => pictureIn((await fromSource()).pictures.get(name)),
    };
  }
  return {
    pages: async () => JSON.parse(readFileSync(new URL(guideFiles.pages, folder), "utf8")),
    search: async () => JSON.parse(readFileSync(new URL(guideFiles.search, folder), "utf8")),
    picture: async (name) => pictureIn(fileURLToPath(new URL(name, folder))),
  };
}

function pictureIn(file: string | undefined): Uint8Array<ArrayBuffer> | null {
  return file !== undefined && existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
}

/** What the script builds; `pictures` are files by name. */
interface Sources {
  readonly pages: GuidePages;
  readonly search: GuideSearch;
  readonly pictures: ReadonlyMap<string, string>;
}

/** The project's own builder, which a package does not contain. */
async function fromSource(): Promise<Sources> {
  const script = new URL("../../../scripts/build-guide.ts", import.meta.url).href;
  const { buildGuide }: { readonly buildGuide: () => Promise<Sources> } = await import(script);
  return buildGuide();
}
