import { isId, type Id } from "../../../domain/id.ts"

/** Opaque to programs: the format may change. */
export function encodeCursor(...parts: readonly (string | number)[]): string {
  return Buffer.from(parts.join("|")).toString("base64url")
}

/** undefined for a foreign cursor. */
export function decodeNumberCursor(cursor: string): number | undefined {
  const text = decodeCursor(cursor)
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined
}

/** undefined for a foreign cursor. */
export function decodePositionCursor(cursor: string): { moment: string; id: Id } | undefined {
  const [moment = "", id = ""] = decodeCursor(cursor).split("|")
  const instant = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(moment) ? new Date(moment) : null
  // The database rejects impossible dates.
  const isMoment =
    instant !== null && !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 19) === moment.slice(0, 19)
  return isMoment && isId(id) ? { moment, id } : undefined
}

function decodeCursor(cursor: string): string {
  return Buffer.from(cursor, "base64url").toString("latin1")
}
