/** Programs that run tests. */
const runners: ReadonlySet<string> = new Set(
  (
    "ava behave ctest cucumber cucumber-js gotestsum jasmine jest karma mocha nextest nose2 nox phpunit py.test pytest " +
    "rspec tap tox unittest vitest wtr"
  ).split(" "),
);

const script = /^(?:t|tst|tests?)(?:$|[:._-])/;
const goal = /(?:^|:)(?:\w+-)?(?:test|verify|package|install|deploy)(?:$|[:-])/;
const task = /(?:^|:)(?:build|check|test|\w*Test)$/;
const target = /^(?:check|(?:[a-z\d]+[-_])?tests?(?:[-_:][a-z\d]+)*)$/i;

/** Programs that run tests only with certain arguments, which the pattern matches. */
const tools: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    artisan: script,
    bazel: script,
    bun: script,
    cargo: script,
    composer: script,
    cypress: /^run$/,
    dart: script,
    deno: script,
    dotnet: /^(?:test|vstest)$/,
    flutter: script,
    go: /^test$/,
    gradle: task,
    gradlew: task,
    hatch: script,
    just: target,
    lerna: script,
    make: target,
    manage: /^test$/,
    mix: script,
    mvn: goal,
    mvnw: goal,
    ng: script,
    npm: script,
    nx: script,
    playwright: script,
    pnpm: script,
    rails: /^(?:test|spec)/,
    rake: /^(?:test|spec)/,
    sbt: task,
    swift: script,
    task: target,
    turbo: script,
    yarn: script,
  }),
);

/** Tools with several command words; any of them can select tests. */
const takesMany: ReadonlySet<string> = new Set(
  "gradle gradlew just make mvn mvnw nx rake sbt task turbo".split(" "),
);

/** Words that may precede the program. */
const launchers: ReadonlySet<string> = new Set(
  (
    "bash bun bundle bunx c8 cargo cmd coverage cross-env dash dlx dotenv env exec go hatch nice node nodejs npm npx nyc pdm " +
    "php pipenv pnpm poetry powershell pwsh python rye run sh sudo time timeout tool tsx uv uvx x xvfb-run yarn zsh"
  ).split(" "),
);

/** Words of a tool that precede its task or script. */
const fillers: ReadonlySet<string> = new Set(["exec", "run", "run-script", "task"]);
const takesValue =
  /^(?:-C|-F|-f|-p|-w|--cwd|--dir|--directory|--filter|--prefix|--project|--workspace|workspace)$/;

/** The part of a command line that appears to run tests, or null. */
export function testRunnerIn(command: readonly string[]): string | null {
  const parts = command.join(" ").split(/[;&|"'()\n]+/);
  return (
    parts.map((part) => runnerIn(part.trim().split(/\s+/))).find((one) => one !== null) ?? null
  );
}

function runnerIn(words: readonly string[]): string | null {
  for (const [at, word] of words.entries()) {
    const name = programOf(word);
    const rest = words.slice(at + 1);
    if (word === "--test" || word.startsWith("--test-")) return words.slice(0, at + 1).join(" ");
    if (runners.has(name)) return name;
    const asked = wordsFor(name, rest).find((one) => tools.get(name)?.test(one));
    if (asked !== undefined) return `${name} ${asked}`;
    const isBefore = /^(?:-|\d|\w+=)/.test(word) || launchers.has(name);
    if (!isBefore) return null;
  }
  return null;
}

/** The command words of a tool: the first one that is not an option, or all of them. */
function wordsFor(name: string, rest: readonly string[]): readonly string[] {
  const asked = rest.filter(
    (word, at) =>
      !word.startsWith("-") && !fillers.has(word) && !takesValue.test(rest[at - 1] ?? ""),
  );
  const words = asked.filter((word) => !takesValue.test(word));
  return takesMany.has(name) ? words : words.slice(0, 1);
}

/** The name of a program without directory, version and extension; Python with any version is `python`. */
function programOf(word: string): string {
  const [name = ""] = word.replace(/^.*[/\\]/, "").split("@", 1);
  return name.replace(/\.(?:[cm]?js|cmd|bat|exe|sh|py)$/, "").replace(/^python[\d.]+$/, "python");
}
