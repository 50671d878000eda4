import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** Lists the tests that passed only on a retry, and the suites that a run skipped. */
export class LaneReporter implements Reporter {
  #lanes: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#lanes = vitest.projects.map(({ name }) => name);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].filter(isFlaky).map((test) => nameOf(module, test)),
    );
    for (const name of flaky) process.stdout.write(`FLAKY, passed at the second try: ${name}\n`);
    if (this.#lanes.length === 1 && this.#lanes[0] === "fast")
      process.stdout.write(
        "These are the fast suites. `npm run test:all` runs those of browsers, processes and containers, too.\n",
      );
  }
}

function isFlaky(test: TestCase): boolean {
  return test.diagnostic()?.flaky === true;
}

function nameOf(module: TestModule, test: TestCase): string {
  return `${module.relativeModuleId} > ${test.fullName}`;
}
