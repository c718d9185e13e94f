import { createHmac, timingSafeEqual } from "node:crypto"
import { authSecret } from "../../platform/secrets/secret.ts"

/** `purpose` keeps stamps of one form out of another. */
export async function createStamp(purpose: string, at: Date): Promise<string> {
  const time = Math.floor(at.getTime() / 1000).toString(36)
  return `${time}.${await signTime(purpose, time)}`
}

export async function secondsSince(purpose: string, stamp: string, at: Date): Promise<number | null> {
  const [, time, proof] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(stamp) ?? []
  if (time === undefined || proof === undefined) return null
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(await signTime(purpose, time)))) return null
  const seconds = Math.floor(at.getTime() / 1000) - Number.parseInt(time, 36)
  return seconds < 0 ? null : seconds
}

async function signTime(purpose: string, time: string): Promise<string> {
  return createHmac("sha256", await authSecret())
    .update(`form-stamp:${purpose}:${time}`)
    .digest("base64url")
}

type FormGuard = {
  trap: string | undefined
  stamp: string | undefined
}

export type SpamReason = "trap" | "unstamped"

/** Ask again, never discard. Speed proves nothing, because browsers autofill. */
export async function spamReason(purpose: string, { trap, stamp }: FormGuard, at: Date): Promise<SpamReason | null> {
  if (trap) return "trap"
  return (await secondsSince(purpose, stamp ?? "", at)) === null ? "unstamped" : null
}
