import { createHash, randomBytes } from "node:crypto"

/** 144 random bits: what a cookie or the link of a mail carries, and nothing but it. */
export function newToken(): string {
  return randomBytes(18).toString("hex")
}

/** What the database keeps of a token: whoever reads the table learns nothing that opens anything. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}
