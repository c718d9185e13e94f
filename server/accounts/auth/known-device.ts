import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { ProfileId } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { privateCookie } from "./private-cookie.ts"
import { seal, unseal } from "../../platform/secrets/sealed.ts"

const seconds = periods.deviceCookieDays * 24 * 60 * 60
const cookie = privateCookie("device", seconds)
const purpose = "known-device"
/** A browser that a whole family signs in from. The longest unused is forgotten first. */
const MAX_ACCOUNTS = 8

const Device = z.object({ device: z.string(), accounts: z.array(z.string()) })
type Device = z.output<typeof Device>

/**
 * By what wrong passwords are counted for a browser that this account has signed in from before (D47): strangers who
 * guess elsewhere do not use up its attempts, and it uses up nobody else's. Null for any other browser, and for a cookie
 * that was not sealed by us. It opens nothing: the password is asked all the same.
 */
export async function knownDevice(request: Request, userId: ProfileId): Promise<string | null> {
  const known = await readDevice(request)
  return known?.accounts.includes(userId) ? `${known.device} ${userId}` : null
}

/** The header that makes the browser one that this account is known from. */
export async function rememberDevice(request: Request, userId: ProfileId): Promise<Headers> {
  const known = await readDevice(request)
  const others = (known?.accounts ?? []).filter((id) => id !== userId)
  const device: Device = {
    device: known?.device ?? randomBytes(16).toString("base64url"),
    accounts: [userId, ...others].slice(0, MAX_ACCOUNTS),
  }
  return cookie.give(await seal(JSON.stringify(device), purpose))
}

async function readDevice(request: Request): Promise<Device | null> {
  const sealed = cookie.read(request)
  const text = sealed && (await unseal(sealed, purpose))
  if (!text) return null
  const read = Device.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}

/** Adds the cookies of one answer to those of another. */
export function withCookies(headers: Headers, others: Headers): Headers {
  for (const given of others.getSetCookie()) headers.append("set-cookie", given)
  return headers
}
