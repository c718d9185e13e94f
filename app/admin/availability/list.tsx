import { Link } from "react-router"
import { daysInRange } from "../../../domain/calendar/unit-row.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { StatusTag } from "../kit/booking/tags.tsx"
import { type PlanningUrl, planningHref } from "./url.ts"
import type { PlannedBooking, Timeline } from "./view.ts"

type Bar = { booking: PlannedBooking; productName: string; unit: number; days: Day[]; href: string }

const columns: readonly Column<Bar>[] = [
  { key: "days", label: "Jours", cell: ({ days }) => daysLong(days) },
  {
    key: "client",
    label: "Client",
    cell: ({ booking, href }) => (
      <Link to={href} preventScrollReset>
        {booking.clientName}
      </Link>
    ),
  },
  { key: "product", label: "Produit", cell: ({ productName }) => productName },
  { key: "unit", label: "Exemplaire", cell: ({ unit }) => unit, end: true },
  { key: "status", label: "État", cell: ({ booking }) => <StatusTag status={booking.status} /> },
]

/** Text alternative to the bars, for screen readers and narrow screens. */
export function PlanningList({ timeline: { rows, bookings }, url }: { timeline: Timeline; url: PlanningUrl }) {
  const bars = rows.flatMap(({ product, units }) =>
    units.flatMap(({ unit, ranges: stretches }) =>
      stretches.flatMap((stretch): Bar[] => {
        const booking = stretch.kind === "booking" ? bookings.get(stretch.bookingId) : undefined
        if (!booking) return []
        const href = planningHref(url, { act: null, picked: { booking: booking.id, unit, day: stretch.from } })
        return [{ booking, productName: product.name, unit, days: daysInRange(stretch), href }]
      }),
    ),
  )
  if (bars.length === 0) return <p className="soft">Aucune réservation pendant ces semaines.</p>
  return (
    <details className="panel">
      <summary>Les réservations en liste</summary>
      <DataTable
        caption="Réservations du planning"
        captionHidden
        columns={columns}
        rows={bars.toSorted((a, b) => ((a.days[0] ?? "") < (b.days[0] ?? "") ? -1 : 1))}
        rowKey={({ booking, unit, days }) => `${booking.id} ${unit} ${days[0]}`}
      />
    </details>
  )
}
