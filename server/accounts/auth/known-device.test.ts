import { beforeEach, describe, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { users } from "../../platform/schema/accounts.ts"
import { forgetAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { knownDevice, rememberDevice } from "./known-device.ts"
import { signIn } from "./sign-in.ts"

beforeEach(forgetAccounts)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }

/** A clock that stands: on a busy machine the second that somebody must wait passes while the next one is hashed. */
const at = new Date("2027-06-12T20:00:10Z")
const tried = (given: { email: string; password: string }, request: Request) => signIn(given, request, at)

/** Twelve strangers guess until each of them, and the account, must wait. */
async function besiege(): Promise<void> {
  for (let stranger = 1; stranger <= 12; stranger++)
    await tried({ email: camille.email, password: "au hasard" }, requestFrom({ address: `203.0.113.${stranger}` }))
}

describe("an owner whom strangers try to keep out (D47)", () => {
  test("signs in from the browser that the account was signed in from before, and strangers still wait", async () => {
    const { setCookies } = await signedUp(camille, at)
    await besiege()
    const stranger = await tried(camille, requestFrom({ address: "198.51.100.3" }))
    expect(stranger).toMatchObject({ ok: false, error: { kind: "throttled" } })
    expect((await tried(camille, requestFrom({ setCookies, address: "198.51.100.3" }))).ok).toBe(true)
    const again = await tried(camille, requestFrom({ address: "198.51.100.3" }))
    expect(again).toMatchObject({ ok: false, error: { kind: "throttled" } })
  })

  test("has a counter of their own: a known browser that guesses waits too", async () => {
    const { setCookies } = await signedUp(camille, at)
    const kinds = []
    for (let guess = 0; guess < 11; guess++) {
      const answer = await tried({ ...camille, password: "au hasard" }, requestFrom({ setCookies }))
      kinds.push(answer.ok ? "in" : answer.error.kind)
    }
    expect(kinds).toEqual([...Array<string>(10).fill("wrong-credentials"), "throttled"])
    // What was tried from there did not use up what a stranger, or another browser of the owner, may try.
    expect((await tried(camille, requestFrom())).ok).toBe(true)
  })

  test("is known by a cookie that nobody can make, for that account alone", async () => {
    const { setCookies } = await signedUp(camille, at)
    const [owner] = await db.select().from(users)
    if (!owner) throw new Error("There is no account")
    const known = requestFrom({ setCookies })
    expect(await knownDevice(known, owner.id)).not.toBeNull()
    expect(await knownDevice(known, "00000000-0000-4000-8000-000000000009")).toBeNull()
    const forged = new Request("http://localhost:3000/", {
      headers: { cookie: "guinguette.device=eyJkZXZpY2UiOiJ4In0" },
    })
    expect(await knownDevice(forged, owner.id)).toBeNull()
    const [cookie] = (await rememberDevice(known, owner.id)).getSetCookie()
    expect(cookie).toMatch(/^guinguette\.device=[\w-]+; Max-Age=34128000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test("stays known beside the others who sign in from that browser", async () => {
    const { setCookies } = await signedUp(camille, at)
    const [first] = await db.select().from(users)
    if (!first) throw new Error("Nobody was made")
    const another = crypto.randomUUID()
    const both = requestFrom({ setCookies: await rememberDevice(requestFrom({ setCookies }), another) })
    expect(await knownDevice(both, first.id)).not.toBeNull()
    expect(await knownDevice(both, another)).not.toBeNull()
  })
})
