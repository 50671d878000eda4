/** Whether the suites run in full, as `npm run test:long` runs them. */
export const isLong = process.env["LEAD_SANDBOX_TEST_LONG"] === "1";

/** `full` in a long run, `bounded` in every other. */
export function sized(bounded: number, full: number): number {
  return isLong ? full : bounded;
}
