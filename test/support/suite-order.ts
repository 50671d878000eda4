import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * Suites of few lines that take long. Vitest begins with the largest files, so that these would end a run alone, while
 * the other workers have nothing to do.
 */
export const longOfFewLines = [
  "test/image/page.test.ts",
  "test/image/health.test.ts",
  "test/apps/mcp/conformance.test.ts",
  "test/harness/explore/too-large.test.ts",
  "test/harness/simulate/defects.test.ts",
  "test/harness/simulate/golden.test.ts",
];

/** Begins with these suites. */
export class BeginWithLong extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the method of an array
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return longOfFewLines.some((name) => moduleId.endsWith(`/${name}`));
}
