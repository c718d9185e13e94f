import { createHash } from "node:crypto"
import * as asn1 from "asn1js"
import * as pkijs from "pkijs"
import type { SigningCertificate } from "./signing-certificate.ts"

/** The library otherwise looks for a browser's crypto. */
export const engine = new pkijs.CryptoEngine({ name: "node", crypto: crypto })

export const oid = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  timeStampToken: "1.2.840.113549.1.9.16.2.14",
  sha256: "2.16.840.1.101.3.4.2.1",
} as const

type TimeStamper = (signatureValue: Uint8Array) => Promise<ArrayBuffer | null>

/** PAdES baseline B (ETSI EN 319 142-1): the time stays in the PDF's dictionary. */
export async function detachedSignature(
  bytes: Uint8Array,
  { certificate, chain, privateKey }: SigningCertificate,
  stamp: TimeStamper | null,
): Promise<{ der: Uint8Array; timestamped: boolean }> {
  const own = pkijs.Certificate.fromBER(toArrayBuffer(certificate))
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    signedAttrs: new pkijs.SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        attribute(oid.contentType, new asn1.ObjectIdentifier({ value: oid.data })),
        attribute(oid.messageDigest, new asn1.OctetString({ valueHex: sha256(bytes) })),
        attribute(oid.signingCertificateV2, signingCertificateV2(certificate)),
      ],
    }),
  })
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [signer],
    certificates: [own, ...chain.map((other) => pkijs.Certificate.fromBER(toArrayBuffer(other)))],
  })
  await signed.sign(privateKey, 0, "SHA-256", toArrayBuffer(bytes), engine)
  const token = stamp && (await stamp(new Uint8Array(signer.signature.valueBlock.valueHexView)))
  if (token) {
    signer.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(oid.timeStampToken, asn1.fromBER(token).result)],
    })
  }
  const content = new pkijs.ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return { der: new Uint8Array(content.toSchema().toBER()), timestamped: Boolean(token) }
}

/** RFC 5035 */
function signingCertificateV2(certificate: Uint8Array): asn1.Sequence {
  const certHash = new asn1.OctetString({ valueHex: sha256(certificate) })
  const certId = new asn1.Sequence({ value: [certHash] })
  return new asn1.Sequence({ value: [new asn1.Sequence({ value: [certId] })] })
}

function attribute(type: string, value: unknown): pkijs.Attribute {
  return new pkijs.Attribute({ type, values: [value] })
}

export function sha256(bytes: Uint8Array): ArrayBuffer {
  return toArrayBuffer(createHash("sha256").update(bytes).digest())
}

export function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
