import { expect, test } from "vitest"

// Read when the modules are first imported, so before they are.
process.env["ORIGIN"] = "https://guinguette.example"

test("On https the session's cookie can only be set and read by this very host, over https", async () => {
  const { signUp } = await import("./sign-up.ts")
  const { signOut } = await import("./sign-out.ts")
  const { readVisitor } = await import("./visitor.ts")
  const { requestFrom } = await import("./accounts.fixture.ts")

  const answer = await signUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }, requestFrom())
  if (!answer.ok) throw new Error(answer.error.kind)
  const request = requestFrom({ setCookies: answer.value.headers })
  const given = answer.value.headers.getSetCookie()
  const taken = (await signOut(requestFrom())).getSetCookie()

  expect(given[0]).toMatch(/^__Host-guinguette\.session_token=/)
  for (const cookie of [...given, ...taken]) {
    expect(cookie).toMatch(/^__Host-/)
    for (const attribute of ["Secure", "HttpOnly", "Path=/", "SameSite=Lax"]) expect(cookie).toContain(attribute)
    expect(cookie).not.toContain("Domain")
  }
  expect(await readVisitor(request)).not.toBeNull()
})
