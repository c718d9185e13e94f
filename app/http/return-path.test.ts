import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  andReturn,
  bookingPath,
  forgottenPath,
  needsSession,
  ownPath,
  safeReturnPath,
  signInPath,
  wantedPath,
  wantedPathCookie,
} from "./return-path.ts"

describe("Where somebody is brought back to", () => {
  test.each([
    "/",
    "/catalog",
    "/book/5f0c?etape=options&jour=2027-06-12",
    "/faq#livraison",
    "/account",
    "/produits/%C3%A9t%C3%A9",
  ])("may be a page of ours: %s", (path) => expect(safeReturnPath(path)).toBe(path))

  test.each([
    "//ailleurs.example",
    "///ailleurs.example",
    "/\\ailleurs.example",
    "\\\\ailleurs.example",
    "/\t/ailleurs.example",
    "/\n/ailleurs.example",
    "/./ /ailleurs.example",
    "/.//ailleurs.example",
    "/x/..//ailleurs.example",
    "https://ailleurs.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " /catalog",
    "catalog",
    "",
    "/\u0000",
    undefined,
    null,
    42,
    ["/"],
    "/connexion",
    "/connexion?retour=/connexion",
    "/connexion#haut",
    "/deconnexion",
    "/api/session",
    `/${"x".repeat(3000)}`,
  ])("is the home page instead of %j", (path) => {
    expect(safeReturnPath(path)).toBe("/")
  })

  test.each(["/connexion?retour=%2Faccount", "/inscription", "/nouveau-mot-de-passe/8f3a"])(
    "is the page itself when nobody signs in meanwhile: %s",
    (path) => expect(ownPath(path)).toBe(path),
  )

  test("is always on our own site, whatever was asked", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ":",
      "//",
      "..",
      ".",
      "@",
      "#",
      "?",
      "%2f",
      "%5c",
      "http",
      "javascript",
      "ailleurs.example",
      "\t",
      "\r\n",
      "\u0000",
      " ",
      "é",
      "catalog",
    )
    const pieces = fc.array(piece, { maxLength: 8 }).map((found) => found.join(""))
    const path = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), pieces, fc.anything())
    fc.assert(
      fc.property(path, (asked) => {
        const back = safeReturnPath(asked)
        for (const base of ["http://guinguette.example/connexion", "https://guinguette.example/book/1"]) {
          expect(new URL(back, base).origin).toBe(new URL(base).origin)
        }
        expect(back).toMatch(/^\/(?![/\\])/)
        expect(safeReturnPath(back)).toBe(back)
      }),
      { numRuns: 2000 },
    )
  })
})

test("The sign-in page is told where to bring back to, unless it is home", () => {
  expect(signInPath("/book/1?jour=2027-06-12")).toBe("/connexion?retour=%2Fbook%2F1%3Fjour%3D2027-06-12")
  expect(signInPath("/")).toBe("/connexion")
  expect(signInPath("//ailleurs.example")).toBe("/connexion")
})

test("whoever was changing their password or their second factor comes back to their account, or to where that led", () => {
  expect(signInPath("/mot-de-passe")).toBe("/connexion?retour=%2Faccount")
  expect(signInPath("/double-authentification?desactivee")).toBe("/connexion?retour=%2Faccount")
  expect(signInPath("/double-authentification?retour=%2Fadmin%2Ffaq")).toBe("/connexion?retour=%2Fadmin%2Ffaq")
  expect(signInPath("/mot-de-passe?retour=%2Fmot-de-passe")).toBe("/connexion")
})

describe("The page that a stranger was refused", () => {
  test("is remembered for a moment, out of the reach of scripts, and only over https where the site is", () => {
    expect(wantedPathCookie("/account", true)).toBe(
      "guinguette.wanted=%2Faccount; Path=/; Max-Age=60; SameSite=Lax; HttpOnly; Secure",
    )
    expect(wantedPathCookie("/account", false)).not.toContain("Secure")
  })

  test("is read from what was remembered", () => {
    const cookie = wantedPathCookie("/account?onglet=photos", true).split(";")[0] ?? ""
    expect(wantedPath(new Request("https://guinguette.example/", { headers: { cookie } }))).toBe(
      "/account?onglet=photos",
    )
  })
})

test("only whoever is sent away from a page of signed-in people is told that it asks for a session", () => {
  const asks = [
    "/admin/faq",
    "/account?onglet=reservations",
    "/account",
    "/cles-d-acces",
    "/cart/valider?step=delivery",
  ]
  expect(asks.filter((path) => !needsSession(path))).toEqual([])
  expect(["", "/", "/cart", "/administratif", "/product/1"].filter(needsSession)).toEqual([])
})

describe("Whoever forgot their password", () => {
  const wizard = "/book/5f0c?step=delivery&date=2027-06-12"

  test("comes back to where they were in the end, and to no other site", () => {
    expect(forgottenPath(wizard)).toBe(`/mot-de-passe-oublie?retour=${encodeURIComponent(wizard)}`)
    expect(andReturn("/cart")).toBe("&retour=%2Fcart")
    for (const elsewhere of ["", "/", "//ailleurs.example", "/connexion"]) {
      expect(forgottenPath(elsewhere)).toBe("/mot-de-passe-oublie")
      expect(andReturn(elsewhere)).toBe("")
    }
  })

  test("gets a mail that leads back to a booking, and to nothing else: strangers send it too", () => {
    for (const own of [wizard, "/cart", "/cart/valider?step=address"]) expect(bookingPath(own)).toBe(own)
    for (const other of ["/", "/catalog?q=texte", "/bookings", "/cartes", "//book/1", "/account", undefined])
      expect(bookingPath(other)).toBeNull()
  })
})
