import { describe, expect, test } from "vitest"
import type { BookingStatus } from "../booking/status.ts"
import { type DayFacts, dayLabel, emptyDay, ownerDayState, dayAction, sortByOccupancy } from "./owner-day.ts"

const today = "2027-06-10"
const day = "2027-06-12"
const booked = (...statuses: BookingStatus[]): DayFacts => ({
  ...emptyDay,
  bookings: statuses.map((status, index) => ({ id: `b${index}`, status, clientName: `Client ${index}` })),
})
const closed = (facts: DayFacts, reason: string | null = null): DayFacts => ({
  ...facts,
  blocked: true,
  blockedReason: reason,
})

describe("the state of a day", () => {
  test.each<[string, DayFacts, string]>([
    ["a free day", emptyDay, "available"],
    ["a closed day", closed(emptyDay), "blocked"],
    ["a confirmed booking", booked("confirmed"), "confirmed"],
    ["a pending booking", booked("pending"), "pending"],
    ["a refused booking", booked("refused"), "cancelled"],
    ["a cancelled booking", booked("cancelled"), "cancelled"],
    ["the strongest of several bookings", booked("cancelled", "pending", "confirmed"), "confirmed"],
    ["a request after a refusal", booked("refused", "pending"), "pending"],
    ["a booking on a closed day", closed(booked("confirmed")), "confirmed"],
    ["a closed day with a cancelled booking", closed(booked("cancelled")), "blocked"],
  ])("the state is that of %s @S-day-colours @S-day-blocked @S-day-booking", (_, facts, state) => {
    expect(ownerDayState(facts)).toBe(state)
  })
})

describe("pressing a day", () => {
  test("pressing a day opens its booking, even a past or a refused one @S-day-open", () => {
    expect(dayAction("2027-06-01", booked("confirmed"), today)).toEqual({ kind: "open-booking", id: "b0" })
    expect(dayAction(day, booked("refused"), today)).toEqual({ kind: "open-booking", id: "b0" })
  })

  test("pressing a day with several bookings asks which one", () => {
    expect(dayAction(day, booked("pending", "refused"), today)).toEqual({ kind: "choose-booking" })
  })

  test("pressing selects a free or a closed day, from today on @S-day-select", () => {
    expect(dayAction(day, emptyDay, today)).toEqual({ kind: "select" })
    expect(dayAction(today, emptyDay, today)).toEqual({ kind: "select" })
    expect(dayAction(day, closed(emptyDay), today)).toEqual({ kind: "select" })
    expect(dayAction("2027-06-09", emptyDay, today)).toEqual({ kind: "nothing" })
    expect(dayAction("2027-06-09", closed(emptyDay), today)).toEqual({ kind: "nothing" })
  })
})

describe("the label of a day", () => {
  const away = (facts: DayFacts, whole = true): DayFacts => ({
    ...facts,
    outsideOccupancy: { names: ["Airbnb", "Le camion"], whole },
  })

  test("the label names the days that another calendar books, alone, beside a booking or when closed", () => {
    const names = "pris ailleurs\u00a0: Airbnb, Le camion"
    expect(dayLabel(day, away(emptyDay), 1)).toEqual({
      word: "Ailleurs",
      shortWord: "aill.",
      note: "",
      label: `12 ailleurs, samedi 12 juin 2027, ${names}`,
    })
    expect(dayLabel(day, away(emptyDay, false), 3)).toMatchObject({ word: "Libre", note: "aill." })
    expect(dayLabel(day, away(booked("confirmed")), 1)).toMatchObject({
      word: "Confirmé",
      note: "aill.",
      label: `12 confirmé, samedi 12 juin 2027, Client 0 (confirmée), ${names}`,
    })
    expect(dayLabel(day, away(closed(emptyDay)), 1)).toEqual({
      word: "Bloqué",
      shortWord: "bloq.",
      note: "aill.",
      label: `12 bloqué, samedi 12 juin 2027, ${names}`,
    })
  })

  test("the label names the state and the client for screen readers @S-labels", () => {
    expect(dayLabel(day, booked("confirmed"), 1)).toEqual({
      word: "Confirmé",
      shortWord: "conf.",
      note: "",
      label: "12 confirmé, samedi 12 juin 2027, Client 0 (confirmée)",
    })
    expect(dayLabel(day, emptyDay, 1).label).toBe("12 libre, samedi 12 juin 2027")
    expect(dayLabel(day, closed(emptyDay), 1).label).toBe("12 bloqué, samedi 12 juin 2027")
    expect(dayLabel(day, closed(emptyDay, "Salon"), 1).label).toBe("12 bloqué, samedi 12 juin 2027, Salon")
  })

  test.each([
    [booked("confirmed"), "Confirmé", "conf."],
    [booked("pending"), "En attente", "att."],
    [closed(emptyDay), "Bloqué", "bloq."],
    [booked("cancelled"), "Annulé", "ann."],
    [booked("refused"), "Refusé", "ref."],
    [emptyDay, "Libre", "libre"],
  ])("the label has a short form for a narrow column", (facts, word, shortWord) => {
    expect(dayLabel(day, facts, 1)).toMatchObject({ word, shortWord })
  })

  test("the label distinguishes a refusal from a cancellation @S-labels", () => {
    expect(dayLabel(day, booked("refused"), 1).word).toBe("Refusé")
    expect(dayLabel(day, booked("refused", "cancelled"), 1).word).toBe("Annulé")
  })

  test("the label counts the booked units when there are several", () => {
    expect(dayLabel(day, booked("confirmed"), 1).note).toBe("")
    expect(dayLabel(day, booked("pending", "confirmed", "refused"), 3)).toMatchObject({
      note: "2/3",
      label:
        "12 confirmé, samedi 12 juin 2027, 2 sur 3 exemplaires, Client 1 (confirmée), Client 0 (en attente), Client 2 (refusée)",
    })
    expect(dayLabel(day, booked("refused"), 3).note).toBe("")
  })

  test("the label marks a preparation beside anything else on the day", () => {
    expect(dayLabel(day, { ...emptyDay, preparation: true }, 1)).toMatchObject({
      word: "Libre",
      note: "prép.",
      label: "12 libre, samedi 12 juin 2027, préparation du matériel",
    })
    expect(dayLabel(day, { ...booked("confirmed"), preparation: true }, 2).note).toBe("1/2 prép.")
  })

  test("the label says that the rest of a booked day is closed", () => {
    expect(dayLabel(day, closed(booked("confirmed"), "Salon"), 2).label).toContain(
      "12 confirmé, samedi 12 juin 2027, le reste du jour est bloqué (Salon), 1 sur 2 exemplaires",
    )
    expect(dayLabel(day, closed(booked("confirmed"), null), 2).label).toContain(
      "samedi 12 juin 2027, le reste du jour est bloqué, 1 sur 2 exemplaires",
    )
  })
})

test("the bookings of a day list those that occupy it first", () => {
  expect(
    sortByOccupancy(booked("refused", "cancelled", "pending", "confirmed").bookings).map(({ status }) => status),
  ).toEqual(["confirmed", "pending", "cancelled", "refused"])
})
