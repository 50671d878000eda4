import { createHash } from "node:crypto";

import { dateNow } from "../../base/values/native-timers.ts";

/** The usual password of trust stores. It protects nothing: certificates are public. */
const password = "changeit";

/** A Java trust store (JKS, version 2) with DER certificates, which Java reads with or without a password. */
export function javaTrustStore(certificates: readonly Buffer[], now = dateNow()): Buffer {
  const entries = certificates.map((certificate, at) =>
    Buffer.concat([
      int(2), // a trusted certificate
      text(`lead-sandbox-${at}`),
      long(now),
      text("X.509"),
      int(certificate.length),
      certificate,
    ]),
  );
  const content = Buffer.concat([int(0xfeedfeed), int(2), int(entries.length), ...entries]);
  const digest = createHash("sha1")
    .update(Buffer.from(password, "utf16le").swap16())
    .update("Mighty Aphrodite")
    .update(content)
    .digest();
  return Buffer.concat([content, digest]);
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
