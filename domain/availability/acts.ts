import type { OutsideEventScope } from "./outside.ts"
import type { Day } from "../day.ts"
import type { Edit, Removal, UndoReference } from "../act.ts"
import type { Cents } from "../money.ts"

export type DayBefore = { date: Day; isAvailable: boolean; reason: string | null }

export type UnitField = "label" | "serialNumber" | "acquiredOn" | "personId"

export type AvailabilityAct =
  | {
      action: "availability.blocked" | "availability.opened"
      details: { days: readonly Day[]; group?: string }
      personal: { before: readonly DayBefore[]; reason?: string }
    }
  /** Never contains the address, which is a secret (decision 64). */
  | {
      action: "availability.calendar-added" | "availability.calendar-removed"
      details: { takes: OutsideEventScope }
      personal: { name: string }
    }
  | { action: "availability.undone"; details: UndoReference & { days: readonly Day[] } }
  | ({ action: "unit.saved"; details: { unitNumber: number } } & Edit<UnitField>)
  | { action: "unit.retired" | "unit.returned"; details: { unitNumber: number } }
  | {
      action: "unit.repair-planned" | "unit.repair-ended" | "unit.repair-removed"
      details: { unitNumber: number; firstDay: Day; lastDay: Day }
    }
  | {
      action: "unit.incident-added" | "unit.incident-saved"
      details: { unitNumber: number; happenedOn: Day; cost: Cents | null }
    }
  | ({
      action: "unit.incident-removed"
      details: { unitNumber: number; happenedOn: Day; cost: Cents | null }
    } & Removal)
  | { action: "unit.incident-put-back"; details: UndoReference }
  | {
      action: "unit.check-added" | "unit.check-done" | "unit.check-removed"
      details: { unitNumber: number; name: string }
    }
  | { action: "unit.prints-bought" | "unit.prints-counted"; details: { unitNumber: number; prints: number } }

export const availabilitySubjects = {
  "availability.blocked": "product",
  "availability.opened": "product",
  "availability.calendar-added": "product",
  "availability.calendar-removed": "product",
  "availability.undone": "product",
  "unit.saved": "product",
  "unit.retired": "product",
  "unit.returned": "product",
  "unit.repair-planned": "product",
  "unit.repair-ended": "product",
  "unit.repair-removed": "product",
  "unit.incident-added": "product",
  "unit.incident-saved": "product",
  "unit.incident-removed": "product",
  "unit.incident-put-back": "product",
  "unit.check-added": "product",
  "unit.check-done": "product",
  "unit.check-removed": "product",
  "unit.prints-bought": "product",
  "unit.prints-counted": "product",
} as const satisfies Record<AvailabilityAct["action"], string>
