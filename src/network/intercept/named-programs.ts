/** The programs that a command names, which need not be on the path. */
import { closeSync, globSync, openSync, readSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";

/** Programs of a command whose trust is in files of their own. */
export interface NamedPrograms {
  /** Interpreters of Python, as they were named: the link of a virtual environment is not followed. */
  readonly pythons: readonly string[];
  /** Folders of virtual environments. */
  readonly environments: readonly string[];
  readonly javas: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Looks at the words of a command, also of one in quotes for a shell, at the first lines of scripts, and at virtual
 * environments in the working folder.
 */
export function namedPrograms(command: readonly string[], environment: Environment): NamedPrograms {
  const files = [...new Set(command.flatMap((word, at) => filesIn(word, at === 0, environment)))];
  const all = [...files, ...files.flatMap(interpreterOf)];
  const pythons = all.filter((file) => /^(?:python|pypy)[\d.]*$/.test(basename(file)));
  const parents = files.map((file) => dirname(dirname(file)));
  const here = globSync(["*/pyvenv.cfg", ".*/pyvenv.cfg", "*/*/pyvenv.cfg", ".*/*/pyvenv.cfg"], {
    exclude: ["node_modules", ".git"],
  });
  const { VIRTUAL_ENV = "", CONDA_PREFIX = "" } = environment;
  const folders = [
    ...[...pythons.map((file) => dirname(dirname(file))), ...parents].filter(isEnvironment),
    ...here.map((file) => resolve(dirname(file))),
    ...[VIRTUAL_ENV, CONDA_PREFIX].filter((folder) => folder !== ""),
  ];
  return {
    pythons: [...new Set(pythons)],
    environments: [...new Set(folders)],
    javas: all.filter((file) => basename(file) === "java"),
  };
}

function isEnvironment(folder: string): boolean {
  return isFile(join(folder, "pyvenv.cfg"));
}

/** The files that a word names: by a path, or the first word by a name on the path. */
function filesIn(word: string, isFirst: boolean, { PATH = "" }: Environment): readonly string[] {
  const parts = [word, ...word.split(/[\s"'`;&|()<>{}$=]+/)];
  const paths = parts.filter((part) => part.includes("/")).map((part) => resolve(part));
  const onPath = PATH.split(delimiter).map((folder) => join(folder, word));
  const first = isFirst && !word.includes("/") ? onPath.find(isFile) : undefined;
  return [...paths.filter(isFile), ...(first === undefined ? [] : [first])];
}

/** The interpreter in the first lines of a script: after `#!`, or in the form that pip writes for long paths. */
function interpreterOf(file: string): readonly string[] {
  const named = startOf(file).matchAll(/^(?:#!|'''exec')\s*(?:"([^"\n]+)"|(\S+))/gm);
  return Array.from(named, ([, quoted, plain]) => quoted ?? plain ?? "").filter(isFile);
}

function startOf(file: string): string {
  const start = Buffer.alloc(512);
  try {
    const opened = openSync(file, "r");
    try {
      return start.toString("latin1", 0, readSync(opened, start));
    } finally {
      closeSync(opened);
    }
  } catch {
    return ""; // This user may not read it.
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // It is not there, or in a folder of others.
  }
}
