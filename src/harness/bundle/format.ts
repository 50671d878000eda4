/** The format of a bundle, which the console reads, too; every other is rejected. */
export const bundleFormat = "lead-sandbox-bundle/1";
