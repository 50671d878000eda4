/** X.509 certificates of a local authority and of its hosts (RFC 5280). */
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { isIP } from "node:net";

import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import * as x509 from "@peculiar/asn1-x509";

import { Date } from "../../base/values/native-timers.ts";

/** A certificate and its private key, both as PEM. */
export interface Keyed {
  readonly certificate: string;
  readonly key: string;
}

/** The validity period of a certificate, in milliseconds. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}

/** What an authority signs with. */
export interface Signer {
  readonly name: string;
  readonly key: KeyObject;
}

const dayMs = 86_400_000;
/** Clocks of containers and clients differ slightly, so a certificate is valid from a day before its creation. */
const skewMs = dayMs;
const ecdsaWithSha256 = new x509.AlgorithmIdentifier({ algorithm: "1.2.840.10045.4.3.2" });
const commonName = "2.5.4.3";

/**
 * Creates an authority, or renews the certificate of `known`. It is valid for a year, signs only server
 * certificates, and only for `names`, their subdomains and this machine if `names` is not empty.
 */
export function newAuthority(
  now: number,
  names: readonly string[] = [],
  known: Signer | null = null,
): Keyed {
  const signer = known ?? newSigner();
  const certificate = signed(signer, signer, { from: now - skewMs, to: now + 365 * dayMs }, [
    extension(
      x509.id_ce_basicConstraints,
      new x509.BasicConstraints({ cA: true, pathLenConstraint: 0 }),
    ),
    extension(
      x509.id_ce_keyUsage,
      new x509.KeyUsage(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign),
    ),
    extension(
      x509.id_ce_extKeyUsage,
      new x509.ExtendedKeyUsage([x509.id_kp_serverAuth]),
      "optional",
    ),
    ...(names.length === 0 ? [] : [nameConstraints(names)]),
  ]);
  return { certificate, key: keyPem(signer.key) };
}

function newSigner(): Signer {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return { name: `Lead Sandbox authority ${randomBytes(4).toString("hex")}`, key: privateKey };
}

/**
 * A certificate for host names and addresses that every client accepts; valid for at most a year. A single text becomes
 * the common name.
 */
export function newHostCertificate(
  authority: Signer & Pick<Validity, "to">,
  hosts: readonly string[] | string,
  now: number,
): Keyed & Validity {
  const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const validity = { from: now - skewMs, to: Math.min(now + 365 * dayMs, authority.to) };
  const isName = typeof hosts === "string";
  const subject = { name: isName ? hosts : "Lead Sandbox", key: pair.publicKey };
  const alternatives = isName ? [] : [alternativeNames(hosts)];
  const certificate = signed(authority, subject, validity, [
    extension(x509.id_ce_basicConstraints, new x509.BasicConstraints({ cA: false })),
    extension(x509.id_ce_keyUsage, new x509.KeyUsage(x509.KeyUsageFlags.digitalSignature)),
    extension(
      x509.id_ce_extKeyUsage,
      new x509.ExtendedKeyUsage([x509.id_kp_serverAuth]),
      "optional",
    ),
    ...alternatives,
  ]);
  return { certificate, key: keyPem(pair.privateKey), ...validity };
}

function alternativeNames(hosts: readonly string[]): x509.Extension {
  const names = new x509.SubjectAlternativeName(hosts.map(alternativeName));
  return extension(x509.id_ce_subjectAltName, names, "optional");
}

/** Without an address in the constraints, every address would be allowed. */
function nameConstraints(names: readonly string[]): x509.Extension {
  const subtrees = [...loopback, ...names.map(baseOf)].map((base) => {
    return new x509.GeneralSubtree({ base: new x509.GeneralName(base) });
  });
  const permittedSubtrees = new x509.GeneralSubtrees(subtrees);
  return extension(x509.id_ce_nameConstraints, new x509.NameConstraints({ permittedSubtrees }));
}

/**
 * Whether a DER certificate is constrained to exactly `names` and this machine, or unconstrained for an empty
 * list.
 */
export function isConstrainedTo(certificate: Uint8Array, names: readonly string[]): boolean {
  const { extensions = [] } = AsnConvert.parse(certificate, x509.Certificate).tbsCertificate;
  const found = extensions.find(({ extnID }) => extnID === x509.id_ce_nameConstraints);
  const wanted = names.length === 0 ? undefined : nameConstraints(names);
  return bytesOf(found) === bytesOf(wanted);
}

function bytesOf(one: x509.Extension | undefined): string | null {
  return one === undefined ? null : Buffer.from(one.extnValue.buffer).toString("hex");
}

const loopback = [{ dNSName: "localhost" }, { iPAddress: "127.0.0.0/8" }, { iPAddress: "::1/128" }];

function baseOf(name: string): Partial<x509.GeneralName> {
  const version = isIP(name);
  if (version === 0) return { dNSName: name };
  return { iPAddress: `${name}/${version === 4 ? 32 : 128}` };
}

function alternativeName(host: string): x509.GeneralName {
  return new x509.GeneralName(isIP(host) === 0 ? { dNSName: host } : { iPAddress: host });
}

/** Adds both key identifiers, because strict clients reject a certificate without them. */
function signed(
  issuer: Signer,
  subject: { readonly name: string; readonly key: KeyObject },
  { from, to }: Validity,
  extensions: readonly x509.Extension[],
): string {
  const publicKey = AsnConvert.parse(der(subject.key), x509.SubjectPublicKeyInfo);
  const issuerKey = AsnConvert.parse(der(issuer.key), x509.SubjectPublicKeyInfo);
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: serialNumber(),
    signature: ecdsaWithSha256,
    issuer: distinguishedName(issuer.name),
    validity: new x509.Validity({ notBefore: second(from), notAfter: second(to) }),
    subject: distinguishedName(subject.name),
    subjectPublicKeyInfo: publicKey,
    extensions: new x509.Extensions([
      ...extensions,
      extension(
        x509.id_ce_subjectKeyIdentifier,
        new x509.SubjectKeyIdentifier(identifierOf(publicKey)),
        "optional",
      ),
      extension(
        x509.id_ce_authorityKeyIdentifier,
        new x509.AuthorityKeyIdentifier({
          keyIdentifier: new x509.KeyIdentifier(identifierOf(issuerKey)),
        }),
        "optional",
      ),
    ]),
  });
  const content = Buffer.from(AsnConvert.serialize(tbsCertificate));
  const certificate = new x509.Certificate({
    tbsCertificate,
    signatureAlgorithm: ecdsaWithSha256,
    signatureValue: bufferOf(sign("sha256", content, issuer.key)),
  });
  return pem("CERTIFICATE", Buffer.from(AsnConvert.serialize(certificate)));
}

function extension(
  extnID: string,
  value: object,
  heed: "critical" | "optional" = "critical",
): x509.Extension {
  return new x509.Extension({
    extnID,
    critical: heed === "critical",
    extnValue: new OctetString(AsnConvert.serialize(value)),
  });
}

function distinguishedName(text: string): x509.Name {
  const value = new x509.AttributeValue({ utf8String: text });
  const attribute = new x509.AttributeTypeAndValue({ type: commonName, value });
  return new x509.Name([new x509.RelativeDistinguishedName([attribute])]);
}

/** Positive, in 16 bytes. */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bufferOf(bytes);
}

function identifierOf({ subjectPublicKey }: x509.SubjectPublicKeyInfo): ArrayBuffer {
  return bufferOf(createHash("sha1").update(new Uint8Array(subjectPublicKey)).digest());
}

/** Certificates store whole seconds. */
function second(ms: number): Date {
  return new Date(Math.floor(ms / 1_000) * 1_000);
}

function der(key: KeyObject): Buffer {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  return publicKey.export({ type: "spki", format: "der" });
}

function keyPem(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" });
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
