import { beforeEach, expect, test } from "vitest"
import { forgetAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { endOtherSessions, endOwnSession, openSessionsOf } from "./open-sessions.ts"
import { signIn } from "./sign-in.ts"
import { type Visitor, readVisitor } from "./visitor.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const nicolas = { name: "Nicolas", email: "nicolas@exemple.fr", password: "le bal du 15" }

beforeEach(forgetAccounts)

async function visitorOf(request: Request): Promise<Visitor> {
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return visitor
}

async function another(userAgent: string): Promise<Request> {
  const request = requestFrom()
  request.headers.set("user-agent", userAgent)
  const answer = await signIn(camille, request)
  if (!answer.ok) throw new Error(answer.error.kind)
  return requestFrom({ setCookies: answer.value.headers })
}

test("One sees where one is signed in, this browser first, and ends one or all others", async () => {
  const { request } = await signedUp(camille)
  const phone = await another("Téléphone")
  const tablet = await another("Tablette")
  const visitor = await visitorOf(request)
  const open = await openSessionsOf(visitor)
  expect(open.map(({ current }) => current)).toEqual([true, false, false])
  expect(new Set(open.map(({ userAgent }) => userAgent))).toEqual(new Set(["", "Téléphone", "Tablette"]))

  const { id } = open.find(({ userAgent }) => userAgent === "Téléphone") ?? { id: crypto.randomUUID() }
  expect(await endOwnSession(visitor, id)).toBe(true)
  expect(await endOwnSession(visitor, id)).toBe(false)
  expect(await readVisitor(phone)).toBeNull()
  expect(await readVisitor(tablet)).not.toBeNull()
  expect(await endOtherSessions(visitor)).toBe(1)
  expect(await readVisitor(tablet)).toBeNull()
  expect(await readVisitor(request)).not.toBeNull()
})

test("Nobody ends somebody else's session, nor by this way their own", async () => {
  const { request } = await signedUp(camille)
  const other = (await signedUp(nicolas)).request
  const visitor = await visitorOf(other)
  expect(await endOwnSession(visitor, (await visitorOf(request)).session.id)).toBe(false)
  expect(await endOwnSession(visitor, visitor.session.id)).toBe(false)
  expect(await endOtherSessions(visitor)).toBe(0)
  expect(await readVisitor(request)).not.toBeNull()
  expect(await openSessionsOf(visitor)).toHaveLength(1)
})

test("A session that has ended by itself is not listed", async () => {
  const { request } = await signedUp(camille)
  const visitor = await visitorOf(request)
  expect(await openSessionsOf(visitor, new Date(Date.now() + 31 * 86_400_000))).toEqual([])
})
