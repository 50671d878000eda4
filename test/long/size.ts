/** Whether the suites run in full, as with `npm run test:long`. */
export const isLong = process.env["LEAD_SANDBOX_TEST_LONG"] === "1";

/** All rows in a long run, otherwise at most `count` of them, spread over the list. */
export function spread<Row>(rows: readonly Row[], count: number): readonly Row[] {
  const step = isLong ? 1 : Math.ceil(rows.length / count);
  return rows.filter((_row, index) => index % step === 0);
}

/** `full` in a long run, otherwise `bounded`. */
export function sized(bounded: number, full: number): number {
  return isLong ? full : bounded;
}
