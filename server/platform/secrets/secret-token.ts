import { createHash, randomBytes, randomInt } from "node:crypto"

/** 144 random bits: what a cookie or the link of a mail carries, and nothing but it. */
export function newToken(): string {
  return randomBytes(18).toString("hex")
}

/** What the database keeps of a token: anyone who reads the table learns nothing that opens anything. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

/** Letters and figures that cannot be taken for one another. */
const readable = "abcdefghjkmnpqrstuvwxyz23456789"

/** Something secret for a person to copy, in groups of five with dashes: about 24 bits each. */
export function readableGroups(groups: number): string {
  const group = () => Array.from({ length: 5 }, () => readable[randomInt(readable.length)]).join("")
  return Array.from({ length: groups }, group).join("-")
}
