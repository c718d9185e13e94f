import { createHmac, timingSafeEqual } from "node:crypto"
import { authSecret } from "../../platform/secrets/secret.ts"

/**
 * When a form was shown, in a way that nobody can make up: "<seconds, base 36>.<proof>". It goes into the page with
 * the form and comes back with what was typed. `purpose` keeps the stamp of one form from being shown to another.
 */
export async function newStamp(purpose: string, at: Date): Promise<string> {
  const time = Math.floor(at.getTime() / 1000).toString(36)
  return `${time}.${await proofOf(purpose, time)}`
}

/** Whole seconds since the stamp was made; null for anything that we did not write, or that says to be of tomorrow. */
export async function secondsSince(purpose: string, stamp: string, at: Date): Promise<number | null> {
  const [, time, proof] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(stamp) ?? []
  if (time === undefined || proof === undefined) return null
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(await proofOf(purpose, time)))) return null
  const seconds = Math.floor(at.getTime() / 1000) - Number.parseInt(time, 36)
  return seconds < 0 ? null : seconds
}

async function proofOf(purpose: string, time: string): Promise<string> {
  return createHmac("sha256", await authSecret())
    .update(`form-stamp:${purpose}:${time}`)
    .digest("base64url")
}

/** What no program that fills forms by itself gets right, and a person never notices. */
export type FormGuard = {
  /** A field that a person does not see. */
  trap: string | undefined
  stamp: string | undefined
}

export type Suspicion = "trap" | "unstamped"

/**
 * Why a form looks as if no person had sent it; null when nothing says so. It is a reason to ask once more, never to
 * throw words away: the second sending of a person passes. How fast it came back says nothing: a browser fills a form in
 * an instant.
 */
export async function suspicionOf(purpose: string, { trap, stamp }: FormGuard, at: Date): Promise<Suspicion | null> {
  if (trap) return "trap"
  return (await secondsSince(purpose, stamp ?? "", at)) === null ? "unstamped" : null
}
