/** The SHA-256 of a text. Node's module for it is loaded by the first one: a start needs none. */
export function sha256(text: string): Buffer {
  return process.getBuiltinModule("node:crypto").hash("sha256", text, "buffer");
}
