import type { VacatedBooking } from "../../../../server/bookings/vacated-units.ts"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import type { StillBookedView } from "../../kit/catalog/still-booked-notice.tsx"
import type { UnitState } from "../../kit/catalog/unit-state.ts"
import type { Flash } from "../../kit/flash.ts"

export type UnitTexts = { label: string; serialNumber: string; acquiredOn: string }

export type UnitView = {
  productId: string
  productName: string
  number: number
  version: string
  texts: UnitTexts
  state: UnitState
  isRetired: boolean
  /** Another unit of the product is in service. */
  isRetirable: boolean
  repairs: readonly { id: number; days: string; begun: boolean }[]
  /** As another screen proposed them. */
  repairDays: { du: string; au: string }
  today: string
  flash: Flash | null
}

export type UnitRefusal = EditRefusal & { stillBooked?: StillBookedView; vacated?: readonly VacatedBooking[] }

export const unitLabels: Record<string, string> = {
  label: "Nom",
  serialNumber: "Numéro de série",
  acquiredOn: "En service depuis",
}
