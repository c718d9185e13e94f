import { expect, test } from "vitest"

// The modules read it on import, so it is set before.
process.env["ORIGIN"] = "https://guinguette.example"

test("the session cookie on https is bound to this host and to https", async () => {
  const { signUp } = await import("./sign-up.ts")
  const { signOut } = await import("./sign-out.ts")
  const { readVisitor } = await import("./visitor.ts")
  const { requestFrom } = await import("./accounts.fixture.ts")

  const answer = await signUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }, requestFrom())
  if (!answer.ok) throw new Error(answer.error.kind)
  const request = requestFrom({ setCookies: answer.value.headers })
  const setCookies = answer.value.headers.getSetCookie()
  const clearedCookies = (await signOut(requestFrom())).getSetCookie()

  expect(setCookies[0]).toMatch(/^__Host-guinguette\.session_token=/)
  for (const cookie of [...setCookies, ...clearedCookies]) {
    expect(cookie).toMatch(/^__Host-/)
    for (const attribute of ["Secure", "HttpOnly", "Path=/", "SameSite=Lax"]) expect(cookie).toContain(attribute)
    expect(cookie).not.toContain("Domain")
  }
  expect(await readVisitor(request)).not.toBeNull()
})
