import { useMemo } from "react"
import { type Day, addMonths } from "../../../../domain/day.ts"
import { type BookingsUrl, bookingsHref, bookingsPath, sheetsClosed } from "../../kit/booking/bookings-url.ts"
import type { OwnerMonthView, PickedProduct } from "../../kit/calendar/view.ts"
import { DaysForm } from "../../kit/calendar/days-form.tsx"
import { ownerWeeks } from "../../kit/calendar/owner-cells.ts"

const noDays: readonly Day[] = []

type OwnerCalendarProps = { product: PickedProduct; view: OwnerMonthView; url: BookingsUrl }

export function OwnerCalendar({ product, view, url }: OwnerCalendarProps) {
  // Memoised: useCalendarKeys keeps its position only while the cells are identical.
  const weeks = useMemo(
    () => ownerWeeks(view, product.units, (day, booking) => bookingsHref(url, { ...sheetsClosed, day, booking })),
    [view, product.units, url],
  )
  return (
    <DaysForm
      action={bookingsPath}
      fields={{ produit: product.id, mois: view.month }}
      month={view.month}
      weeks={weeks}
      // While dates are edited, `url.days` are the booking's new days.
      days={url.edit === null ? url.days : noDays}
      monthHref={(step) => bookingsHref(url, { ...sheetsClosed, month: addMonths(view.month, step) })}
      hint="Cochez des jours libres ou bloqués."
      blockLabel="Bloquer"
      freeLabel="Libérer"
    />
  )
}
