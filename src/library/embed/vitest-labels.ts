import { numberedLabels, testLabel } from "../../domain/model/test-label.ts";

/** The parts of a Vitest test, suite or file that a label needs. */
interface Task {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly tasks?: readonly Task[];
}

interface TestFile extends Task {
  readonly filepath: string;
  readonly projectName?: string | undefined;
}

/**
 * The label of each test of a file, by its id: `classname > name`, as Vitest's JUnit reporter writes them.
 * `folder` is Vitest's working directory. The reporter shows files of projects relative to it, while `name` is
 * relative to the project.
 */
export function vitestLabels(file: TestFile, folder: string): ReadonlyMap<string, string> {
  const tests = testsIn(file, "");
  const path = pathOf(file, folder);
  const labels = numberedLabels(tests.map(({ name }) => testLabel(path, name)));
  return new Map(tests.map(({ id }, at) => [id, labels[at] ?? ""]));
}

function testsIn(suite: Task, before: string): readonly Pick<Task, "id" | "name">[] {
  return (suite.tasks ?? []).flatMap((task) => {
    const name = before + task.name;
    return task.type === "suite" ? testsIn(task, `${name} > `) : [{ id: task.id, name }];
  });
}

function pathOf({ filepath, name, projectName }: TestFile, folder: string): string {
  const top = `${folder.replaceAll("\\", "/")}/`;
  return projectName && filepath.startsWith(top) ? filepath.slice(top.length) : name;
}
