import type { OutsideTakes } from "./outside.ts"
import type { Day } from "../day.ts"
import type { Undoing } from "../act.ts"

/** How a day was recorded before it was changed; a day without a record has none. */
export type DayBefore = { date: Day; isAvailable: boolean; reason: string | null }

/** Days of a product are closed or opened. `group` ties the products that one press closed or opened together. */
export type AvailabilityAct =
  | {
      action: "availability.blocked" | "availability.opened"
      details: { days: readonly Day[]; group?: string }
      personal: { before: readonly DayBefore[]; reason?: string }
    }
  /** A calendar of elsewhere whose events take days of the product (decision 64); its address is a secret, and not told. */
  | {
      action: "availability.calendar-added" | "availability.calendar-removed"
      details: { takes: OutsideTakes }
      personal: { name: string }
    }
  | { action: "availability.undone"; details: Undoing & { days: readonly Day[] } }

/** What each of them is done to. */
export const availabilitySubjects = {
  "availability.blocked": "product",
  "availability.opened": "product",
  "availability.calendar-added": "product",
  "availability.calendar-removed": "product",
  "availability.undone": "product",
} as const satisfies Record<AvailabilityAct["action"], string>
