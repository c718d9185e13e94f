/** What a day looks like; the words come from the caller. */
export type DayState =
  | "free"
  | "chosen"
  | "taken"
  | "closed"
  | "past"
  | "available"
  | "pending"
  | "confirmed"
  | "blocked"
  | "cancelled"
  | "selected"

/** yyyy-MM-dd */
export type IsoDay = `${number}-${number}-${number}`

export type CalendarCell = {
  /** The number of the day in its month. */
  day: number
  iso: IsoDay
  /** Of the month before or after: a number only. */
  outside: boolean
  today: boolean
  state: DayState
  /** Under the number: "libre", "En attente". */
  word: string
  /** When the column is narrow: "att.". */
  shortWord?: string
  /** The whole of it, read out, beginning with what is seen: "12 libre, samedi 12 juin 2027". */
  label: string
  /** Where pressing it leads, whatever the calendar does with the other days. */
  href?: string
}

/** Days that can be ticked, or unticked. */
export const choosable: ReadonlySet<DayState> = new Set(["free", "chosen", "available", "selected"])

/** Days whose tick is in. */
export const ticked: ReadonlySet<DayState> = new Set(["chosen", "selected"])

/** Which cell an arrow key leads to among 42, or undefined when it stays. */
export function nextCell(from: number, key: string, cells: number): number | undefined {
  const column = from % 7
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - 7,
    ArrowDown: from + 7,
    Home: from - column,
    End: from - column + 6,
  }[key]
  return to === undefined || to < 0 || to >= cells ? undefined : to
}
