import { isId, type Id } from "../../../domain/id.ts"

/** Where a list goes on, as a program hands it back: its form is ours alone, and may change. */
export function cursorOf(...parts: readonly (string | number)[]): string {
  return Buffer.from(parts.join("|")).toString("base64url")
}

/** The number in a cursor; undefined for what is none of ours. */
export function numberIn(cursor: string): number | undefined {
  const text = textIn(cursor)
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined
}

/** The moment and the id in a cursor; undefined for what is none of ours. */
export function placeIn(cursor: string): { moment: string; id: Id } | undefined {
  const [moment = "", id = ""] = textIn(cursor).split("|")
  const instant = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(moment) ? new Date(moment) : null
  // A day that no month has would be another one to a program, and an error to the database.
  const isMoment =
    instant !== null && !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 19) === moment.slice(0, 19)
  return isMoment && isId(id) ? { moment, id } : undefined
}

function textIn(cursor: string): string {
  return Buffer.from(cursor, "base64url").toString("latin1")
}
