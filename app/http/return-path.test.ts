import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  returnParameter,
  bookingReturnPath,
  forgottenPasswordPath,
  needsSession,
  ownPath,
  safeReturnPath,
  signInPath,
  requestedPath,
  requestedPathCookie,
} from "./return-path.ts"

describe("the return path", () => {
  test.each([
    "/",
    "/catalog",
    "/book/5f0c?etape=options&jour=2027-06-12",
    "/faq#livraison",
    "/account",
    "/produits/%C3%A9t%C3%A9",
  ])("the return path may be a page of this site: %s", (path) => expect(safeReturnPath(path)).toBe(path))

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
  ])("the return path is the home page instead of %j", (path) => {
    expect(safeReturnPath(path)).toBe("/")
  })

  test.each(["/connexion?retour=%2Faccount", "/inscription", "/nouveau-mot-de-passe/8f3a"])(
    "the return path is the current page when no sign-in happens: %s",
    (path) => expect(ownPath(path)).toBe(path),
  )

  test("the return path is always on our own site, whatever was requested", () => {
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
    const pieces = fc.array(piece, { maxLength: 8 }).map((segments) => segments.join(""))
    const path = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), pieces, fc.anything())
    fc.assert(
      fc.property(path, (requested) => {
        const back = safeReturnPath(requested)
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

test("the sign-in page receives the return path, unless it is home", () => {
  expect(signInPath("/book/1?jour=2027-06-12")).toBe("/connexion?retour=%2Fbook%2F1%3Fjour%3D2027-06-12")
  expect(signInPath("/")).toBe("/connexion")
  expect(signInPath("//ailleurs.example")).toBe("/connexion")
})

test("changing a password or second factor returns to the account, or to the page that led there", () => {
  expect(signInPath("/mot-de-passe")).toBe("/connexion?retour=%2Faccount")
  expect(signInPath("/double-authentification?desactivee")).toBe("/connexion?retour=%2Faccount")
  expect(signInPath("/double-authentification?retour=%2Fadmin%2Ffaq")).toBe("/connexion?retour=%2Fadmin%2Ffaq")
  expect(signInPath("/mot-de-passe?retour=%2Fmot-de-passe")).toBe("/connexion")
})

describe("the page refused to a signed-out visitor", () => {
  test("the refused page is stored briefly in a cookie hidden from scripts, and secure on https", () => {
    expect(requestedPathCookie("/account", true)).toBe(
      "guinguette.wanted=%2Faccount; Path=/; Max-Age=60; SameSite=Lax; HttpOnly; Secure",
    )
    expect(requestedPathCookie("/account", false)).not.toContain("Secure")
  })

  test("the refused page is read from the cookie", () => {
    const cookie = requestedPathCookie("/account?onglet=photos", true).split(";")[0] ?? ""
    expect(requestedPath(new Request("https://guinguette.example/", { headers: { cookie } }))).toBe(
      "/account?onglet=photos",
    )
  })
})

test("only a visitor redirected from a private page reads that it requires signing in", () => {
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

describe("a forgotten password", () => {
  const wizard = "/book/5f0c?step=delivery&date=2027-06-12"

  test("the reset returns to the original page, and to no other site", () => {
    expect(forgottenPasswordPath(wizard)).toBe(`/mot-de-passe-oublie?retour=${encodeURIComponent(wizard)}`)
    expect(returnParameter("/cart")).toBe("&retour=%2Fcart")
    for (const address of ["", "/", "//ailleurs.example", "/connexion"]) {
      expect(forgottenPasswordPath(address)).toBe("/mot-de-passe-oublie")
      expect(returnParameter(address)).toBe("")
    }
  })

  test("the mail leads back to a booking only, because strangers can request it too", () => {
    for (const own of [wizard, "/cart", "/cart/valider?step=address"]) expect(bookingReturnPath(own)).toBe(own)
    for (const other of ["/", "/catalog?q=texte", "/bookings", "/cartes", "//book/1", "/account", undefined])
      expect(bookingReturnPath(other)).toBeNull()
  })
})
