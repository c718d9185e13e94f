import { useMemo } from "react"
import { type Day, addMonths } from "../../../../domain/day.ts"
import { type BookingsUrl, bookingsHref, bookingsPath, closed } from "../../kit/booking/bookings-url.ts"
import type { OwnerMonthView, PickedProduct } from "../../kit/calendar/view.ts"
import { DaysForm } from "../../kit/calendar/days-form.tsx"
import { ownerWeeks } from "../../kit/calendar/owner-cells.ts"

const noDays: readonly Day[] = []

type OwnerCalendarProps = { product: PickedProduct; view: OwnerMonthView; url: BookingsUrl }

/** A product's month: bookings to open, days to close or to open again. */
export function OwnerCalendar({ product, view, url }: OwnerCalendarProps) {
  // The keyboard's place in the month holds as long as the cells are the same.
  const weeks = useMemo(
    () => ownerWeeks(view, product.units, (day, booking) => bookingsHref(url, { ...closed, day, booking })),
    [view, product.units, url],
  )
  return (
    <DaysForm
      action={bookingsPath}
      fields={{ produit: product.id, mois: view.month }}
      month={view.month}
      weeks={weeks}
      // Of a booking that is being changed, they are the days that it would get.
      days={url.edit === null ? url.days : noDays}
      monthHref={(step) => bookingsHref(url, { ...closed, month: addMonths(view.month, step) })}
      hint="Cochez des jours libres ou bloqués."
      block="Bloquer"
      free="Libérer"
    />
  )
}
