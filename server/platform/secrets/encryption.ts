import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { authSecret } from "./secret.ts"

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a key per purpose: the database alone reveals nothing. */
export async function encrypt(text: string, purpose: string): Promise<string> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv("aes-256-gcm", await keyFor(purpose), iv)
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")
}

export async function decrypt(encrypted: string, purpose: string): Promise<string | null> {
  const bytes = Buffer.from(encrypted, "base64url")
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv("aes-256-gcm", await keyFor(purpose), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8")
  } catch {
    return null
  }
}

async function keyFor(purpose: string): Promise<Buffer> {
  return Buffer.from(hkdfSync("sha256", await authSecret(), "", `guinguette:${purpose}`, 32))
}
