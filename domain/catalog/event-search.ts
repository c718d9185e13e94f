import { type Day, isDay } from "../day.ts"
import { cleanPastedText } from "../pasted-text.ts"
import { readPostcode } from "../delivery/postcode.ts"

export type EventSearch = {
  typed: { date: string; postcode: string }
  day: Day | null
  postcode: string | null
  town: string | null
  towns: readonly string[]
  dateProblem: "missing" | "unreadable" | "past" | null
  postcodeProblem: "unreadable" | "unknown" | null
}

export type EventPlace = { postcode?: string | null; town?: string | null }

const MAX_TYPED_LENGTH = 40

export function readEventSearch(values: URLSearchParams, today: Day): EventSearch {
  const typed = { date: readField(values, "date"), postcode: readField(values, "cp") }
  const day = readDay(typed.date)
  const postcode = readPostcode(typed.postcode)
  const dateProblem = findDateProblem(day, typed.date, values.has("date"), today)
  return {
    typed,
    day: dateProblem === null ? day : null,
    postcode,
    town: postcode === null ? null : readField(values, "ville") || null,
    towns: [],
    dateProblem,
    postcodeProblem: typed.postcode !== "" && postcode === null ? "unreadable" : null,
  }
}

/** Reads ISO and French dates. */
export function readDay(text: string): Day | null {
  const iso = text.replace(
    /(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4})/,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  )
  return isDay(iso) ? iso : null
}

function findDateProblem(day: Day | null, typed: string, isSubmitted: boolean, today: Day): EventSearch["dateProblem"] {
  if (typed === "") return isSubmitted ? "missing" : null
  if (day === null) return "unreadable"
  return day < today ? "past" : null
}

function readField(values: URLSearchParams, name: string): string {
  return cleanPastedText(values.get(name) ?? "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_TYPED_LENGTH)
}
