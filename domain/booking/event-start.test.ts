import { expect, test } from "vitest"
import { earlyStartAdvice } from "./event-start.ts"

const delivery = { from: "14:00", to: "16:00" } as const
const plain = (text: string | null) => text?.replaceAll("\u00a0", " ")

test("an event that begins before the delivery needs the day before, or an agreed hour", () => {
  expect(plain(earlyStartAdvice({ startsAt: "11:00", delivery }))).toBe(
    "Nous livrons entre 14 h et 16 h. Pour commencer à 11 h, louez aussi la veille, ou convenez d’une heure avec nous.",
  )
  expect(earlyStartAdvice({ startsAt: "15:30", delivery })).not.toBeNull()
  expect(plain(earlyStartAdvice({ startsAt: "09:00", delivery: { from: "10:00", to: "10:00" } }))).toContain("à 10 h")
})

test("an event that begins after the delivery, at no known time or without promised hours needs nothing", () => {
  expect(earlyStartAdvice({ startsAt: "16:00", delivery })).toBeNull()
  expect(earlyStartAdvice({ startsAt: null, delivery })).toBeNull()
  expect(earlyStartAdvice({ startsAt: "11:00", delivery: null })).toBeNull()
})
