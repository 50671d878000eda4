type Defined<Of> = { [Name in keyof Of]: Exclude<Of[Name], undefined> };

/** The optional values of an object with those names, without undefined ones. */
export function picked<Of extends object, Name extends keyof Of & string>(
  of: Of,
  ...names: readonly Name[]
): Defined<Pick<Of, Name>>;
export function picked(of: object, ...names: readonly string[]) {
  const entries = Object.entries(of);
  return Object.fromEntries(
    entries.filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}
