import { expect, test } from "vitest"
import { isEmail, normalizeEmail } from "./email.ts"

test("one person has one account, however they type their address", () => {
  expect(normalizeEmail(" Camille.Lef\u00e8vre@Exemple.FR ")).toBe("camille.lef\u00e8vre@exemple.fr")
  // The accent is typed as a letter and a combining mark.
  expect(normalizeEmail("camille.lefe\u0300vre@exemple.fr")).toBe("camille.lef\u00e8vre@exemple.fr")
})

test("an address is known without its invisible signs, and its domain by its ASCII name", () => {
  expect(normalizeEmail("anne@example.org\u200b")).toBe("anne@example.org")
  expect(normalizeEmail("\u202aanne@example.org\u202c")).toBe("anne@example.org")
  expect(normalizeEmail("mailto:anne＠example.org")).toBe("anne@example.org")
  expect(normalizeEmail("anne@münchen.example")).toBe("anne@xn--mnchen-3ya.example")
  expect(normalizeEmail("anne@例え.テスト")).toBe("anne@xn--r8jz45g.xn--zckzah")
})

test("every address that mail servers deliver is valid", () => {
  for (const address of [
    "anne@example.org",
    "o'brien@example.org",
    "anne+fete@example.org",
    "anne!#$%&*/=?^_`{|}~-@example.org",
    "a@b.co",
    "anne@xn--mnchen-3ya.example",
    "anne@xn--r8jz45g.xn--zckzah",
    "anne@mail.example.photography",
  ])
    expect(isEmail(address), address).toBe(true)
})

test("an address that no server could deliver is refused", () => {
  for (const address of [
    "anne",
    "anne@",
    "@example.org",
    "anne@example",
    "anne@example.o",
    ".anne@example.org",
    "anne.@example.org",
    "an..ne@example.org",
    "anne@example..org",
    "anne@-example.org",
    "anne martin@example.org",
    "anne@exam_ple.org",
    "anne@martin@example.org",
    "renée@example.org",
    "<anne@example.org>",
  ])
    expect(isEmail(address), address).toBe(false)
})
