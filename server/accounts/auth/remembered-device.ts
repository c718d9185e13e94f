import { randomBytes } from "node:crypto"
import { z } from "zod"
import type { ProfileId } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { createPrivateCookie } from "./private-cookie.ts"
import { encrypt, decrypt } from "../../platform/secrets/encryption.ts"

const seconds = periods.deviceCookieDays * 24 * 60 * 60
const cookie = createPrivateCookie("device", seconds)
const purpose = "known-device"
const MAX_ACCOUNTS = 8

const Device = z.object({ device: z.string(), accounts: z.array(z.string()) })
type Device = z.output<typeof Device>

/** Keeps strangers from using up this browser's sign-in attempts (D47). Grants no access. */
export async function rememberedDeviceKey(request: Request, userId: ProfileId): Promise<string | null> {
  const remembered = await readDevice(request)
  return remembered?.accounts.includes(userId) ? `${remembered.device} ${userId}` : null
}

export async function rememberDevice(request: Request, userId: ProfileId): Promise<Headers> {
  const remembered = await readDevice(request)
  const others = (remembered?.accounts ?? []).filter((id) => id !== userId)
  const device: Device = {
    device: remembered?.device ?? randomBytes(16).toString("base64url"),
    accounts: [userId, ...others].slice(0, MAX_ACCOUNTS),
  }
  return cookie.set(await encrypt(JSON.stringify(device), purpose))
}

async function readDevice(request: Request): Promise<Device | null> {
  const sealed = cookie.read(request)
  const text = sealed && (await decrypt(sealed, purpose))
  if (!text) return null
  const read = Device.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}

export function appendCookies(headers: Headers, others: Headers): Headers {
  for (const cookieHeader of others.getSetCookie()) headers.append("set-cookie", cookieHeader)
  return headers
}
