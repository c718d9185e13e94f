import { expect, test } from "vitest"
import { splitUnbreakable } from "./unbreakable.ts"

const whole = (text: string) => splitUnbreakable(text).flatMap((part) => (part.isUnbreakable ? [part.text] : []))

test("a verb stays with its subject, and one or two letters with what follows them", () => {
  expect(whole("Le transport est-il compris ? Y a-t-il un e-mail ? Dites-nous où, là-bas, celui-ci.")).toEqual([
    "est-il",
    "a-t-il",
    "e-mail",
    "Dites-nous",
    "là-bas",
    "celui-ci",
  ])
  expect(whole("24 km aller-retour. Dites-le-nous, d’elle-même, et prenez-en.")).toEqual([
    "aller-retour",
    "Dites-le-nous",
    "elle-même",
    "prenez-en",
  ])
})

test("a long compound may break at its hyphen, and addresses and places stay unchanged", () => {
  expect(whole("un savoir-faire sur-mesure, Joinville-le-Pont, porte-à-porte, 24-12, a-b-c")).toEqual([])
})

test("the pieces joined are the text", () => {
  for (const text of ["", "est-il", "Est-ce un e-mail ?", "rien", "e-mail e-mail"]) {
    expect(
      splitUnbreakable(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text)
    expect(splitUnbreakable(text).every((part) => part.text !== "")).toBe(true)
  }
})
