import { dayLong } from "../day-labels.ts"
import type { Day } from "../day.ts"
import { type EventKind, eventKinds } from "./lead.ts"

export type EventDetails = {
  eventDay: Day | null
  place: string
  eventKind: EventKind | ""
  guests: number | null
}

/** Only those that the visitor typed. */
export function eventFacts({ eventDay, place, eventKind, guests }: EventDetails): [string, string][] {
  const facts: [string, string][] = []
  if (eventDay !== null) facts.push(["Date", dayLong(eventDay)])
  if (place !== "") facts.push(["Lieu", place])
  if (eventKind !== "") facts.push(["Événement", eventKinds[eventKind]])
  if (guests !== null) facts.push(["Invités", guests.toLocaleString("fr-FR")])
  return facts
}
