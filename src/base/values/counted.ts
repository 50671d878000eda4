/** A number with its noun, such as `1 Lead` and `2 Leads`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
