import type { Day } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { UnitRentals } from "../../../../server/availability/unit-rentals.ts"
import type { RepairedDays } from "../../../../server/availability/units.ts"
import type { UnitCheck } from "../../../../server/bookings/machines/checks.ts"
import type { Incident, ReportedDamage } from "../../../../server/bookings/machines/incidents.ts"
import type { UnitPrints } from "../../../../server/bookings/machines/supplies.ts"
import type { VacatedBooking } from "../../../../server/bookings/vacated-units.ts"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import type { StillBookedView } from "../../kit/catalog/still-booked-notice.tsx"
import type { UnitState } from "../../kit/catalog/unit-state.ts"
import type { Flash } from "../../kit/flash.ts"

export type UnitTexts = { label: string; serialNumber: string; acquiredOn: string; personId: string }

export type IncidentView = Omit<Incident, "photoKeys" | "productId" | "unitNumber"> & { photos: number }

export type MachineView = {
  year: string
  rentals: UnitRentals
  /** null for an accessory: its rentals' revenue is the machine's. */
  earned: Cents | null
  cost: Cents
  incidents: readonly IncidentView[]
  damage: readonly ReportedDamage[]
  checks: readonly UnitCheck[]
  pastRepairs: readonly RepairedDays[]
  /** null for an accessory. */
  prints: UnitPrints | "never-noted" | null
}

export type UnitView = MachineView & {
  productId: string
  productName: string
  number: number
  version: string
  texts: UnitTexts
  state: UnitState
  isRetired: boolean
  /** For an accessory that is people; empty for a machine. */
  people: readonly { id: string; name: string }[]
  /** Another unit of the product is in service. */
  isRetirable: boolean
  /** "En réparation", or "En congé" for a person. */
  repairLabel: string
  repairs: readonly { id: number; days: string; begun: boolean }[]
  /** As another screen proposed them. */
  repairDays: { du: string; au: string }
  today: Day
  flash: Flash | null
}

export type UnitRefusal = EditRefusal & { stillBooked?: StillBookedView; vacated?: readonly VacatedBooking[] }

export const unitLabels: Record<string, string> = {
  label: "Nom",
  serialNumber: "Numéro de série",
  acquiredOn: "En service depuis",
  personId: "Personne",
}
