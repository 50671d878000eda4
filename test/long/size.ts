/** Whether the suites run in full, as with `npm run test:long`. */
export const isLong = process.env["LEAD_SANDBOX_TEST_LONG"] === "1";

/** `full` in a long run, otherwise `bounded`. */
export function sized(bounded: number, full: number): number {
  return isLong ? full : bounded;
}
