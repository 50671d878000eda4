/** The file of the thread. A bundle replaces this module, because it has the thread in a file next to it. */
export function threadFile(): URL {
  return new URL("./thread.ts", import.meta.url);
}
