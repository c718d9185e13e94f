import { createHash, randomBytes, randomInt } from "node:crypto"

/** 144 random bits */
export function newToken(): string {
  return randomBytes(18).toString("hex")
}

/** Reading the table reveals no usable token. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

const readableCharacters = "abcdefghjkmnpqrstuvwxyz23456789"

export function newReadableCode(groups: number): string {
  const group = () => Array.from({ length: 5 }, () => readableCharacters[randomInt(readableCharacters.length)]).join("")
  return Array.from({ length: groups }, group).join("-")
}
