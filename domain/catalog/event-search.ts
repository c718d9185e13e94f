import { type Day, isDay } from "../day.ts"

/** What a visitor asks of the catalogue: is it free on my date, and what does delivery cost where I am? */
export type EventSearch = {
  /** As it was typed, to be shown again. */
  typed: { date: string; postcode: string }
  /** Today or later; null when none was given or it makes no sense. */
  day: Day | null
  /** Five digits. */
  postcode: string | null
  /** One of the towns of the postcode, chosen where several share it. */
  town: string | null
  /** Those several, to choose from; empty where there is nothing to choose. Only the map can tell. */
  towns: readonly string[]
  dateProblem: "missing" | "unreadable" | "past" | null
  /** `unknown`: no town of France has it, which only the map can tell. */
  postcodeProblem: "unreadable" | "unknown" | null
}

/** Where an event is, as far as a search was told. */
export type EventPlace = { postcode?: string | null; town?: string | null }

const MAX_TYPED_LENGTH = 40

/**
 * Reads `date` ("2027-06-12", or "12/06/2027" where the browser has no date field) `cp` and `ville` from a URL.
 * Nothing is missing while nothing was asked.
 */
export function readEventSearch(values: URLSearchParams, today: Day): EventSearch {
  const typed = { date: typedIn(values, "date"), postcode: typedIn(values, "cp") }
  const day = readDay(typed.date)
  const digits = typed.postcode.replace(/\s/g, "")
  const postcode = /^\d{5}$/.test(digits) ? digits : null
  const dateProblem = problemOf(day, typed.date, values.has("date"), today)
  return {
    typed,
    day: dateProblem === null ? day : null,
    postcode,
    town: postcode === null ? null : typedIn(values, "ville") || null,
    towns: [],
    dateProblem,
    postcodeProblem: typed.postcode !== "" && postcode === null ? "unreadable" : null,
  }
}

/** The day of an ISO date or of a date as French people write it; null when there is no such day. */
export function readDay(text: string): Day | null {
  const iso = text.replace(
    /(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4})/,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  )
  return isDay(iso) ? iso : null
}

function problemOf(day: Day | null, typed: string, asked: boolean, today: Day): EventSearch["dateProblem"] {
  if (typed === "") return asked ? "missing" : null
  if (day === null) return "unreadable"
  return day < today ? "past" : null
}

function typedIn(values: URLSearchParams, name: string): string {
  return (values.get(name) ?? "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_TYPED_LENGTH)
}
