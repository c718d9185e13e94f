import { expect, test } from "vitest"
import { exampleRental } from "../rental/rental.fixture.ts"
import { hoursSentences, legLabels, noHours, readWindow, windowLabel } from "./hours.ts"

const plain = (text: string) => text.replaceAll("\u00a0", " ")

test("a window is two times in order, the same time twice, or nothing", () => {
  expect(readWindow("", "")).toEqual({ ok: true, value: null })
  expect(readWindow("09:00", "10:30")).toEqual({ ok: true, value: { from: "09:00", to: "10:30" } })
  expect(readWindow("09:00", "09:00")).toEqual({ ok: true, value: { from: "09:00", to: "09:00" } })
  expect(readWindow("09:00", "")).toEqual({ ok: false, error: "incomplete" })
  expect(readWindow("", "09:00")).toEqual({ ok: false, error: "incomplete" })
  expect(readWindow("10:00", "09:59")).toEqual({ ok: false, error: "backwards" })
  expect(readWindow("9:00", "10:00")).toEqual({ ok: false, error: "not-a-time" })
})

test("windows read in natural French", () => {
  expect(plain(windowLabel({ from: "09:00", to: "10:30" }))).toBe("entre 9 h et 10 h 30")
  expect(plain(windowLabel({ from: "18:05", to: "18:05" }))).toBe("à 18 h 05")
})

test("each agreed half is a sentence with its day", () => {
  const booking = { isDelivery: true, rentals: [exampleRental({ dates: ["2027-06-12", "2027-06-13"] })] }
  const out = { from: "09:00", to: "10:00" } as const
  expect(hoursSentences({ out: null, back: null }, booking)).toEqual([])
  expect(hoursSentences({ out, back: out }, booking).map(plain)).toEqual([
    "Livraison le samedi 12 juin 2027, entre 9 h et 10 h",
    "Reprise le dimanche 13 juin 2027, entre 9 h et 10 h",
  ])
  expect(hoursSentences({ out, back: null }, { ...booking, isDelivery: false }).map(plain)).toEqual([
    "Retrait au dépôt le samedi 12 juin 2027, entre 9 h et 10 h",
  ])
})

test("no hours are agreed at first, and each leg has its name", () => {
  expect(noHours).toEqual({ out: null, back: null })
  expect(legLabels({ isDelivery: false })).toEqual({ out: "Retrait au dépôt", back: "Retour au dépôt" })
})
