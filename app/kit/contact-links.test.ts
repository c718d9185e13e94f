import { expect, test } from "vitest"
import { signInHref, telephoneHref } from "./contact-links.ts"

test("a French number is dialled in its international form @R-footer-contact", () => {
  expect(telephoneHref("01 48 73 00 00")).toBe("tel:+33148730000")
  expect(telephoneHref("06.12.34.56.78")).toBe("tel:+33612345678")
})

test("a number that is already international, or short, stays as it is", () => {
  expect(telephoneHref("+33 1 48 73 00 00")).toBe("tel:+33148730000")
  expect(telephoneHref("3949")).toBe("tel:3949")
})

test("signing in returns to the current page, with its query", () => {
  expect(signInHref("/book/1?jours=2027-06-12&étape=options")).toBe(
    "/connexion?retour=%2Fbook%2F1%3Fjours%3D2027-06-12%26%C3%A9tape%3Doptions",
  )
  expect(signInHref("/")).toBe("/connexion")
})
