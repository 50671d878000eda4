/** A test case of a report. JUnit XML, CTRF and annotations are made of it. */
export interface TestCase {
  /** The names of what it belongs to, the outermost first. */
  readonly suite: readonly string[];
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped" | "pending";
  /** Whether it failed without a verdict on what it tests. */
  readonly isError?: boolean;
  /** The kind of a failure. */
  readonly type?: string;
  /** Why it did not pass, in one line. */
  readonly message?: string;
  /** The same in full. */
  readonly details?: string;
  readonly durationMs?: number;
}
