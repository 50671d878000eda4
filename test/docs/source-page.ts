import { storeys } from "../architecture/storeys.ts";

/** `src/README.md`: the storeys of the source with their rooms. */
export function sourcePage(): string {
  const rows = Object.entries(storeys).flatMap(([storey, { what, rooms }]) => [
    `| **\`${storey}\`** | **${what}** |`,
    ...Object.entries(rooms).map(([room, does]) => `| \`${storey}/${room}\` | ${does} |`),
  ]);
  return `# The source

Eight storeys, listed from the top down. A storey imports only from itself and from those below it, and within a storey no two rooms
import each other. A line of code belongs to the room of what it must know: go through the table, and take the first room whose
sentence covers the line.

| folder | what it does |
| --- | --- |
${rows.join("\n")}

\`start.mjs\` starts the command on the pinned Node, and \`index.ts\` is the main entry of the package.
\`test/architecture\` holds this table and the imports that each room may make; this page is generated from it.
`;
}
