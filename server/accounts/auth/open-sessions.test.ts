import { beforeEach, expect, test } from "vitest"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { endOtherSessions, endOwnSession, listOpenSessions } from "./open-sessions.ts"
import { signIn } from "./sign-in.ts"
import { type Visitor, readVisitor } from "./visitor.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const nicolas = { name: "Nicolas", email: "nicolas@exemple.fr", password: "le bal du 15" }

beforeEach(deleteAllAccounts)

async function requireVisitor(request: Request): Promise<Visitor> {
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

test("the list shows the sessions, this browser first, and ends one or all others", async () => {
  const { request } = await signedUp(camille)
  const phone = await another("Téléphone")
  const tablet = await another("Tablette")
  const visitor = await requireVisitor(request)
  const open = await listOpenSessions(visitor)
  expect(open.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
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

test("nobody can end another person's session, nor their own this way", async () => {
  const { request } = await signedUp(camille)
  const other = (await signedUp(nicolas)).request
  const visitor = await requireVisitor(other)
  expect(await endOwnSession(visitor, (await requireVisitor(request)).session.id)).toBe(false)
  expect(await endOwnSession(visitor, visitor.session.id)).toBe(false)
  expect(await endOtherSessions(visitor)).toBe(0)
  expect(await readVisitor(request)).not.toBeNull()
  expect(await listOpenSessions(visitor)).toHaveLength(1)
})

test("an expired session is not listed", async () => {
  const { request } = await signedUp(camille)
  const visitor = await requireVisitor(request)
  expect(await listOpenSessions(visitor, new Date(Date.now() + 31 * 86_400_000))).toEqual([])
})
