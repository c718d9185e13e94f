import * as pkijs from "pkijs"
import type { SigningCertificate } from "./signing-certificate.ts"
import { toArrayBuffer, engine } from "./cms.ts"

const bagTypes = {
  key: "1.2.840.113549.1.12.10.1.1",
  encryptedKey: "1.2.840.113549.1.12.10.1.2",
  certificate: "1.2.840.113549.1.12.10.1.3",
}
const ecCurves: Readonly<Record<string, string>> = {
  "1.2.840.10045.3.1.7": "P-256",
  "1.3.132.0.34": "P-384",
  "1.3.132.0.35": "P-521",
}
const RSA = "1.2.840.113549.1.1.1"

/** Throws one sentence for the operator. */
export async function readPkcs12(file: Uint8Array, password: string): Promise<SigningCertificate> {
  const { keys, certificates } = await openPkcs12(file, password).catch((cause: unknown) => {
    throw new Error(
      "SIGNING_P12 cannot be read: SIGNING_P12_PASSWORD is not its password, or it is of the old kind (write it anew with openssl pkcs12 -export, OpenSSL 3)",
      { cause },
    )
  })
  const [key] = keys
  if (!key) throw new Error("SIGNING_P12 holds no private key")
  const privateKey = await importPrivateKey(key)
  const own = await findCertificate(privateKey, certificates)
  if (!own) throw new Error("SIGNING_P12 holds no certificate of its private key")
  return {
    certificate: toDer(own),
    chain: certificates.filter((certificate) => certificate !== own).map(toDer),
    privateKey: privateKey.signing,
    endsAt: own.notAfter.value,
  }
}

async function openPkcs12(file: Uint8Array, password: string) {
  const secret = toArrayBuffer(new TextEncoder().encode(password))
  const pfx = pkijs.PFX.fromBER(toArrayBuffer(file))
  await pfx.parseInternalValues({ password: secret, checkIntegrity: true }, engine)
  const safe = pfx.parsedValue?.authenticatedSafe
  if (!safe) throw new Error("nothing inside")
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: secret })) }, engine)
  const contents = (safe.parsedValue as { safeContents: { value: pkijs.SafeContents }[] }).safeContents
  const keys: pkijs.PrivateKeyInfo[] = []
  const certificates: pkijs.Certificate[] = []
  for (const { bagId, bagValue } of contents.flatMap(({ value }) => value.safeBags)) {
    if (bagId === bagTypes.key) keys.push(bagValue as pkijs.PrivateKeyInfo)
    if (bagId === bagTypes.certificate) certificates.push((bagValue as pkijs.CertBag).parsedValue as pkijs.Certificate)
    if (bagId === bagTypes.encryptedKey) {
      const bag = bagValue as pkijs.PKCS8ShroudedKeyBag
      const encrypted = new pkijs.EncryptedData({
        encryptedContentInfo: new pkijs.EncryptedContentInfo({
          contentType: pkijs.ContentInfo.DATA,
          contentEncryptionAlgorithm: bag.encryptionAlgorithm,
          encryptedContent: bag.encryptedData,
        }),
      })
      keys.push(pkijs.PrivateKeyInfo.fromBER(await encrypted.decrypt({ password: secret }, engine)))
    }
  }
  return { keys, certificates }
}

async function importPrivateKey(key: pkijs.PrivateKeyInfo): Promise<{ signing: CryptoKey; algorithm: object }> {
  const { algorithmId, algorithmParams } = key.privateKeyAlgorithm
  const curve = ecCurves[String(algorithmParams?.valueBlock)]
  const algorithm =
    algorithmId === RSA
      ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
      : { name: "ECDSA", namedCurve: curve ?? "P-256", hash: "SHA-256" }
  const pkcs8 = key.toSchema().toBER()
  const signing = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"])
  return { signing, algorithm }
}

const probe = new TextEncoder().encode("whose key is this")

async function findCertificate(
  { signing, algorithm }: { signing: CryptoKey; algorithm: object },
  certificates: readonly pkijs.Certificate[],
): Promise<pkijs.Certificate | null> {
  const signatureAlgorithm = { name: signing.algorithm.name, hash: "SHA-256" }
  const signature = await crypto.subtle.sign(signatureAlgorithm, signing, probe)
  for (const certificate of certificates) {
    const spki = certificate.subjectPublicKeyInfo.toSchema().toBER()
    const publicKey = await crypto.subtle
      .importKey("spki", spki, algorithm as { name: string }, false, ["verify"])
      .catch(() => null)
    if (publicKey && (await crypto.subtle.verify(signatureAlgorithm, publicKey, signature, probe))) return certificate
  }
  return null
}

function toDer(certificate: pkijs.Certificate): Uint8Array {
  return new Uint8Array(certificate.toSchema().toBER())
}
