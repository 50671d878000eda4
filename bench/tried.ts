/** What was tried for a goal, by its name, so that the report can say it of one that is not met. Written by hand. */
export const tried: Readonly<Record<string, string>> = {};
