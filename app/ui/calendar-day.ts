export type DayState =
  | "free"
  | "part"
  | "within"
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
  day: number
  iso: IsoDay
  outside: boolean
  today: boolean
  state: DayState
  word: string
  /** Part of a stretch that begins elsewhere. */
  locked?: boolean
  shortWord?: string
  /** Begins with the visible words: "12 libre, samedi 12 juin 2027". */
  label: string
  href?: string
}

const selectableStates: ReadonlySet<DayState> = new Set(["free", "part", "within", "chosen", "available", "selected"])

export function isSelectable({ state, locked = false }: Pick<CalendarCell, "state" | "locked">): boolean {
  return !locked && selectableStates.has(state)
}

export const tickedStates: ReadonlySet<DayState> = new Set(["chosen", "selected"])

/** undefined when it stays. */
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
