import type { Config } from "../../../server/settings/config.ts";

/** What `--adopt` takes, as a line for the start of a command; null when it is off. */
export function adoptLine({ adopt, quota }: Pick<Config, "adopt" | "quota">): string | null {
  if (adopt === null) return null;
  const { key, firm, member } = adopt;
  const keys = key.map((one) => `${one.slice(0, 4)}…`).join(", ");
  const taken = [
    key.length === 0
      ? "the first unknown key of a surface"
      : `the ${key.length === 1 ? "key" : "keys"} ${keys}`,
    firm === null ? "the first unknown Firm id" : `the Firm id ${firm}`,
    member === null ? "the first unknown FirmMember id" : `the FirmMember id ${member}`,
  ];
  const limit = quota === undefined ? "no quota (--quota sets one)" : "the quota of --quota";
  return `adopts ${taken[0]}, ${taken[1]} and ${taken[2]}; an adopted key has ${limit}`;
}

/** Prints that line for a command that serves only while another one runs. */
export function printAdoptLine(config: Pick<Config, "adopt" | "quota" | "logLevel">): void {
  const line = adoptLine(config);
  if (line !== null && config.logLevel !== "silent")
    process.stderr.write(`lead-sandbox: ${line}\n`);
}
