/** The SHA-256 of a text or of bytes. Loads Node's crypto module on first use, because a start does not need it. */
export function sha256(text: string | Buffer): Buffer {
  return process.getBuiltinModule("node:crypto").hash("sha256", text, "buffer");
}
