import { beforeEach, describe, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { users } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { rememberedDeviceKey, rememberDevice } from "./remembered-device.ts"
import { signIn } from "./sign-in.ts"

beforeEach(deleteAllAccounts)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }

/** A fixed clock: hashing on a busy machine takes longer than the second of throttling. */
const at = new Date("2027-06-12T20:00:10Z")
const attempt = (credentials: { email: string; password: string }, request: Request) => signIn(credentials, request, at)

async function triggerThrottle(): Promise<void> {
  for (let stranger = 1; stranger <= 12; stranger++)
    await attempt({ email: camille.email, password: "au hasard" }, requestFrom({ address: `203.0.113.${stranger}` }))
}

describe("an owner under attack by strangers (D47)", () => {
  test("the owner signs in from a browser used before, while strangers are still throttled", async () => {
    const { setCookies } = await signedUp(camille, at)
    await triggerThrottle()
    const stranger = await attempt(camille, requestFrom({ address: "198.51.100.3" }))
    expect(stranger).toMatchObject({ ok: false, error: { kind: "throttled" } })
    expect((await attempt(camille, requestFrom({ setCookies, address: "198.51.100.3" }))).ok).toBe(true)
    const again = await attempt(camille, requestFrom({ address: "198.51.100.3" }))
    expect(again).toMatchObject({ ok: false, error: { kind: "throttled" } })
  })

  test("a known browser has its own counter, and is throttled too when it guesses", async () => {
    const { setCookies } = await signedUp(camille, at)
    const kinds = []
    for (let guess = 0; guess < 11; guess++) {
      const answer = await attempt({ ...camille, password: "au hasard" }, requestFrom({ setCookies }))
      kinds.push(answer.ok ? "in" : answer.error.kind)
    }
    expect(kinds).toEqual([...Array<string>(10).fill("wrong-credentials"), "throttled"])
    // Failures in the known browser do not use up the attempts of others.
    expect((await attempt(camille, requestFrom())).ok).toBe(true)
  })

  test("a known browser has an unforgeable cookie, valid for that account alone", async () => {
    const { setCookies } = await signedUp(camille, at)
    const [owner] = await db.select().from(users)
    if (!owner) throw new Error("There is no account")
    const returningRequest = requestFrom({ setCookies })
    expect(await rememberedDeviceKey(returningRequest, owner.id)).not.toBeNull()
    expect(await rememberedDeviceKey(returningRequest, "00000000-0000-4000-8000-000000000009")).toBeNull()
    const forged = new Request("http://localhost:3000/", {
      headers: { cookie: "guinguette.device=eyJkZXZpY2UiOiJ4In0" },
    })
    expect(await rememberedDeviceKey(forged, owner.id)).toBeNull()
    const [cookie] = (await rememberDevice(returningRequest, owner.id)).getSetCookie()
    expect(cookie).toMatch(/^guinguette\.device=[\w-]+; Max-Age=34128000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test("a browser stays known to one account when others sign in from it", async () => {
    const { setCookies } = await signedUp(camille, at)
    const [first] = await db.select().from(users)
    if (!first) throw new Error("Nobody was made")
    const another = crypto.randomUUID()
    const both = requestFrom({ setCookies: await rememberDevice(requestFrom({ setCookies }), another) })
    expect(await rememberedDeviceKey(both, first.id)).not.toBeNull()
    expect(await rememberedDeviceKey(both, another)).not.toBeNull()
  })
})
