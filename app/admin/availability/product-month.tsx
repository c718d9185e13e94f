import { useMemo } from "react"
import { addMonths } from "../../../domain/day.ts"
import { bookingsHref, readBookingsUrl } from "../kit/booking/bookings-url.ts"
import type { OwnerMonthView } from "../kit/calendar/view.ts"
import { DaysForm } from "../kit/calendar/days-form.tsx"
import { ownerWeeks } from "../kit/calendar/owner-cells.ts"
import { type PlanningUrl, sheetsClosed, planningHref, planningPath } from "./url.ts"
import type { PlannedProduct } from "./view.ts"

type ProductMonthProps = { product: PlannedProduct; days: OwnerMonthView; url: PlanningUrl }

export function ProductMonth({ product, days: view, url }: ProductMonthProps) {
  const weeks = useMemo(() => {
    const bookings = readBookingsUrl(
      new URLSearchParams([
        ["produit", product.id],
        ["mois", view.month],
      ]),
    )
    return ownerWeeks(view, product.units, (day, booking) => bookingsHref(bookings, { day, booking }))
  }, [view, product])
  return (
    <DaysForm
      action={planningPath}
      fields={{ vue: "mois", produit: product.id, mois: view.month }}
      month={view.month}
      weeks={weeks}
      days={url.days}
      // Ticks are stored nowhere else, so the link to another month has to carry them.
      monthHref={(step, ticked) =>
        planningHref(url, { ...sheetsClosed, month: addMonths(view.month, step), days: ticked })
      }
      hint="Cochez des jours libres ou bloqués, ou choisissez une période plus bas."
      blockLabel="Bloquer ces jours"
      freeLabel="Libérer ces jours"
    />
  )
}
