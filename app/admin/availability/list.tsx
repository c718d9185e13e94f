import { Link } from "react-router"
import { timeRangeLabel } from "../../../domain/calendar/unit-timeline.ts"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { StatusTag } from "../kit/booking/tags.tsx"
import { type PlanningUrl, planningHref } from "./url.ts"
import type { PlannedBooking, Timeline } from "./view.ts"

type Bar = {
  key: string
  start: string
  booking: PlannedBooking
  productName: string
  unit: number | null
  when: string
  href: string
}

const columns: readonly Column<Bar>[] = [
  { key: "when", label: "Quand", cell: ({ when }) => when },
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
  { key: "unit", label: "Exemplaire", phone: "labelled", cell: ({ unit }) => unit ?? "À reloger", end: true },
  { key: "status", label: "État", cell: ({ booking }) => <StatusTag status={booking.status} /> },
]

/** Text alternative to the bars, for screen readers and narrow screens. */
export function PlanningList({ timeline: { rows, bookings }, url }: { timeline: Timeline; url: PlanningUrl }) {
  const bars = rows.flatMap(({ product, units, homeless }) =>
    [...units.flatMap((unit) => unit.bars), ...homeless].flatMap((bar): Bar[] => {
      const booking = bar.kind === "booking" && bar.bookingId ? bookings.get(bar.bookingId) : undefined
      if (!booking || bar.kind !== "booking") return []
      const { unit, firstDay } = bar
      const href = planningHref(url, {
        act: null,
        picked: { booking: booking.id, product: product.id, unit, day: firstDay },
      })
      const key = `${booking.id} ${unit} ${bar.start}`
      return [{ key, start: bar.start, booking, productName: product.name, unit, when: timeRangeLabel(bar), href }]
    }),
  )
  if (bars.length === 0) return <p className="soft">Aucune réservation pendant ces semaines.</p>
  return (
    <details className="panel">
      <summary>Les réservations en liste</summary>
      <DataTable
        caption="Réservations du planning"
        captionHidden
        columns={columns}
        rows={bars.toSorted((a, b) => (a.start < b.start ? -1 : 1))}
        rowKey={({ key }) => key}
      />
    </details>
  )
}
