import { pactOf } from "./pacts.ts";

/** Names with special characters of terminals, XML, Markdown, or line-based reports. */
export const hostileNames: readonly (readonly [string, string])[] = [
  ["ANSI", "\u001B[2J\u001B[31mred\u001B[0m \u009B1m"],
  ["XML", "</testcase><failure message=\"x\">&amp; <![CDATA[ ]]> 'quoted'"],
  ["Markdown", "# [link](http://127.0.0.1/) ![image](x) **bold** `code` | ~~gone~~ <b>"],
  ["lines", "first\n  ok    second\r\n::error::third\u2028fourth"],
  ["right to left", "abc\u202Edcba\u2066"],
  ["what XML cannot carry", "nul\u0000 bell\u0007 end\uFFFF"],
];

/** A pact with `name` in all of its names, with matching and failing interactions. */
export function hostilePact(name: string) {
  return pactOf(
    [
      { description: `${name} fits` },
      { description: `${name} fails`, status: 404, answer: { [name]: name } },
      { description: `${name} has no state`, states: [name] },
      { description: `${name} waits`, status: 404, pending: true },
      { description: `${name} is undefined`, query: { odd: ["1"] } },
    ],
    name,
  );
}
