import { beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "../../platform/database.server.ts"
import { credentials, profiles, sessions, users } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp, sessionToken } from "./accounts.fixture.ts"
import { readVisitor } from "./visitor.ts"
import { signIn } from "./sign-in.ts"
import { signOut } from "./sign-out.ts"
import { signUp } from "./sign-up.ts"

beforeEach(deleteAllAccounts)

const camille = { name: "Camille Lefèvre", email: "camille@exemple.fr", password: "le bal du 14" }

describe("signing up", () => {
  test("signing up makes an account, its profile with role user, and a session @E-profile-id @S-profile-loaded @S-sign-up-role @C-profiles-read @C-profiles-insert @C-auth-sign-up", async () => {
    const { request } = await signedUp({ ...camille, email: " Camille@Exemple.FR " })
    const visitor = await readVisitor(request)
    expect(visitor?.user.email).toBe("camille@exemple.fr")
    expect(visitor?.profile).toMatchObject({
      id: visitor?.user.id,
      email: "camille@exemple.fr",
      name: "Camille Lefèvre",
      role: "user",
    })
    expect(visitor?.isAdmin).toBe(false)
  })

  test("signing up stores the accepted version of the terms", async () => {
    const { request } = await signedUp({ ...camille, termsVersion: "3" })
    const visitor = await readVisitor(request)
    expect(visitor?.profile.termsVersion).toBe("3")
    expect(visitor?.profile.termsAcceptedAt).toBeInstanceOf(Date)
  })

  test("signing up is refused for an existing account's address, whatever its case", async () => {
    await signedUp(camille)
    const again = await signUp({ ...camille, email: "CAMILLE@exemple.fr" }, requestFrom())
    expect(again).toEqual({ ok: false, error: { kind: "email-taken" } })
    expect(await db.$count(users)).toBe(1)
  })

  test("signing up twice at the same time makes one account", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(camille, requestFrom())))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await db.$count(users)).toBe(1)
    expect(await db.$count(profiles)).toBe(1)
    expect(await db.$count(credentials)).toBe(1)
  })

  test.each([
    ["motdepasse", "common"],
    ["lefevre2", "personal"],
    ["123456", "common"],
    ["court", "too-short"],
  ])(
    "signing up is refused with the password %s, and the reason @M-weak-password @V-auth-weak",
    async (password, problem) => {
      const refusal = await signUp({ ...camille, password }, requestFrom())
      expect(refusal).toEqual({ ok: false, error: { kind: "weak-password", problem } })
      expect(await db.$count(users)).toBe(0)
    },
  )

  test("signing up stores nothing from which the password could be recovered", async () => {
    await signedUp(camille)
    const [stored] = await db.select().from(credentials)
    expect(stored?.passwordHash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  })
})

describe("signing in", () => {
  test("signing in works with the address in any case", async () => {
    await signedUp(camille)
    const answer = await signIn({ email: " CAMILLE@exemple.fr", password: camille.password }, requestFrom())
    expect(answer.ok).toBe(true)
  })

  test("signing in refuses a wrong password and an unknown address with the same message @C-auth-sign-in @M-credentials", async () => {
    await signedUp(camille)
    const wrong = await signIn({ email: camille.email, password: "le bal du 15" }, requestFrom())
    const unknown = await signIn({ email: "personne@exemple.fr", password: camille.password }, requestFrom())
    const strange = await signIn({ email: "pas une adresse", password: camille.password }, requestFrom())
    const endless = await signIn({ email: camille.email, password: "x".repeat(5000) }, requestFrom())
    expect([wrong, unknown, strange, endless].map((answer) => !answer.ok && answer.error.kind)).toEqual(
      Array(4).fill("wrong-credentials"),
    )
  })

  test("signing in issues a new token each time, and ends the browser's former session", async () => {
    const first = await signedUp(camille)
    const second = await signIn(camille, first.request)
    if (!second.ok) throw new Error("refused")
    const secondRequest = requestFrom({ setCookies: second.value.headers })
    expect(secondRequest.headers.get("cookie")).not.toBe(first.request.headers.get("cookie"))
    expect(await readVisitor(secondRequest)).not.toBeNull()
    expect(await readVisitor(first.request)).toBeNull()
    expect(await db.$count(sessions)).toBe(1)
  })

  test("signing in leaves the sessions of the person's other browsers alone", async () => {
    const phone = await signedUp(camille)
    const computer = await signIn(camille, requestFrom())
    expect(computer.ok).toBe(true)
    expect(await readVisitor(phone.request)).not.toBeNull()
  })

  test("signing in records its time @R-users-last-sign-in", async () => {
    await signedUp(camille)
    const at = new Date(Date.now() + 60_000)
    await signIn(camille, requestFrom(), at)
    const [profile] = await db.select().from(profiles)
    expect(profile?.lastSignInAt).toEqual(at)
  })

  test("signing in is refused for a disabled account, and only the correct password reveals it", async () => {
    await signedUp(camille)
    await db.update(users).set({ disabledAt: new Date() })
    const right = await signIn(camille, requestFrom())
    const wrong = await signIn({ ...camille, password: "au hasard" }, requestFrom())
    expect(right).toEqual({ ok: false, error: { kind: "disabled" } })
    expect(wrong).toEqual({ ok: false, error: { kind: "wrong-credentials" } })
  })

  test("signing in recreates a missing profile, with the account's address and role user @S-profile-created", async () => {
    await signedUp(camille)
    await db.delete(profiles)
    await signIn(camille, requestFrom())
    const [profile] = await db.select().from(profiles)
    expect(profile).toMatchObject({ email: camille.email, role: "user" })
  })
})

describe("a signed-in visitor", () => {
  test("a visitor without a profile gets it again @S-profile-created @M-profile-missing", async () => {
    const { request } = await signedUp(camille)
    await db.delete(profiles)
    const both = await Promise.all([readVisitor(request), readVisitor(request)])
    expect(both.map((visitor) => visitor?.profile.role)).toEqual(["user", "user"])
    expect(await db.$count(profiles)).toBe(1)
  })

  test("a visitor is an administrator exactly when the profile's role says so @S-admin-status", async () => {
    const { request } = await signedUp(camille)
    await db.update(profiles).set({ role: "admin" })
    expect((await readVisitor(request))?.isAdmin).toBe(true)
  })

  test("a visitor loses the session as soon as the account is disabled", async () => {
    const { request } = await signedUp(camille)
    await db.update(users).set({ disabledAt: new Date() })
    expect(await readVisitor(request)).toBeNull()
  })

  test("a visitor loses the session after signing out, even with a retained cookie @C-auth-sign-out", async () => {
    const { request } = await signedUp(camille)
    const headers = await signOut(request)
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^guinguette\.session_token=;.*Max-Age=0/)])
    expect(await readVisitor(request)).toBeNull()
    expect(await db.$count(sessions)).toBe(0)
  })

  test("a visitor can sign out twice, or without ever having signed in @M-sign-out", async () => {
    const { request } = await signedUp(camille)
    await signOut(request)
    await expect(signOut(request)).resolves.toBeInstanceOf(Headers)
    await expect(signOut(requestFrom())).resolves.toBeInstanceOf(Headers)
  })
})

test("neither a password nor a token is ever logged", async () => {
  const written: string[] = []
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0)
  const tokens: string[] = []
  try {
    const { request } = await signedUp(camille)
    await signIn({ ...camille, password: "un mauvais secret" }, requestFrom())
    const again = await signIn(camille, request)
    if (again.ok) tokens.push(sessionToken(request), sessionToken(requestFrom({ setCookies: again.value.headers })))
    await signOut(request)
  } finally {
    spy.mockRestore()
  }
  const logged = written.join("")
  expect(logged).toContain("signed in")
  expect(new Set(tokens.filter(Boolean)).size).toBe(2)
  for (const secret of [camille.password, "un mauvais secret", ...tokens]) expect(logged).not.toContain(secret)
})
