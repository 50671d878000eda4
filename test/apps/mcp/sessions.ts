import { sessionA, sessionB, sessionC } from "./session.ts";

/**
 * The most calls and characters of answers that each session may take: a twentieth more than it does, as a Lead with one
 * more field is longer.
 */
export const sessions = [
  { name: "a", play: sessionA, calls: 5, chars: 8_400 },
  { name: "b", play: sessionB, calls: 12, chars: 5_800 },
  { name: "c", play: sessionC, calls: 6, chars: 4_200 },
] as const;
