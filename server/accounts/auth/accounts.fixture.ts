import { db } from "../../platform/database.server.ts"
import { profiles, signInSettings, throttles, users } from "../../platform/schema/accounts.ts"
import { type NewAccount, signUp } from "./sign-up.ts"

type Browser = { setCookies?: Headers; address?: string; path?: string }

export function requestFrom({ setCookies, address = "203.0.113.7", path = "/" }: Browser = {}): Request {
  const headers = new Headers({ "x-client-address": address, host: "localhost:3000" })
  const cookies = setCookies?.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "") ?? []
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "))
  return new Request(new URL(path, "http://localhost:3000"), { headers })
}

export function sessionToken(request: Request): string {
  return request.headers.get("cookie")?.match(/session_token=([^;]+)/)?.[1] ?? ""
}

export async function signedUp(
  account: NewAccount,
  at: Date = new Date(),
): Promise<{ request: Request; setCookies: Headers }> {
  const answer = await signUp(account, requestFrom(), at)
  if (!answer.ok) throw new Error(`The sign-up was refused: ${answer.error.kind}`)
  return { request: requestFrom({ setCookies: answer.value.headers }), setCookies: answer.value.headers }
}

export async function deleteAllAccounts(): Promise<void> {
  await db.delete(users)
  await db.delete(profiles)
  await db.delete(throttles)
  await db.update(signInSettings).set({ secondFactorRoles: [] })
}
