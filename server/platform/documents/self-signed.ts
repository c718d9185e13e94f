import { randomBytes } from "node:crypto"
import * as asn1 from "asn1js"
import * as pkijs from "pkijs"
import { toArrayBuffer, engine, sha256 } from "./cms.ts"

const oid = {
  commonName: "2.5.4.3",
  organization: "2.5.4.10",
  country: "2.5.4.6",
  basicConstraints: "2.5.29.19",
  keyUsage: "2.5.29.15",
  subjectKeyIdentifier: "2.5.29.14",
}

const SIGNS = 0b1100_0000

const MINUTE_MS = 60_000

export async function createSelfSigned(
  company: string,
  keys: CryptoKeyPair,
  at: Date,
  endsAt: Date,
): Promise<Uint8Array> {
  const certificate = new pkijs.Certificate({
    version: 2,
    serialNumber: new asn1.Integer({ valueHex: serialNumber() }),
    notBefore: new pkijs.Time({ value: new Date(at.getTime() - MINUTE_MS) }),
    notAfter: new pkijs.Time({ value: endsAt }),
  })
  const names = [
    [oid.commonName, `${[...company].slice(0, 50).join("")} – cachet`],
    [oid.organization, [...company].slice(0, 64).join("")],
  ] as const
  for (const name of [certificate.subject, certificate.issuer]) {
    for (const [type, value] of names) {
      name.typesAndValues.push(new pkijs.AttributeTypeAndValue({ type, value: new asn1.Utf8String({ value }) }))
    }
    const country = new asn1.PrintableString({ value: "FR" })
    name.typesAndValues.push(new pkijs.AttributeTypeAndValue({ type: oid.country, value: country }))
  }
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, engine)
  const publicKey = new Uint8Array(certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView)
  const extension = (extnID: string, critical: boolean, value: asn1.BaseBlock) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toBER() })
  certificate.extensions = [
    extension(oid.basicConstraints, true, new pkijs.BasicConstraints({ cA: false }).toSchema()),
    extension(oid.keyUsage, true, new asn1.BitString({ valueHex: new Uint8Array([SIGNS]).buffer, unusedBits: 6 })),
    extension(oid.subjectKeyIdentifier, false, new asn1.OctetString({ valueHex: sha256(publicKey).slice(0, 20) })),
  ]
  await certificate.sign(keys.privateKey, "SHA-256", engine)
  return new Uint8Array(certificate.toSchema(true).toBER())
}

function serialNumber(): ArrayBuffer {
  const number = randomBytes(16)
  number.writeUInt8((number.readUInt8(0) & 0x3f) | 0x40, 0)
  return toArrayBuffer(number)
}
