import { statusLabels } from "../../../../../domain/booking/status.ts"
import { type CsvCell, csvDay } from "../../../../../isomorphic/csv.ts"
import { rentalDays } from "../../../../../domain/rental/rental.ts"
import type { ExportedBooking } from "../../../../../server/bookings/list.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import { sendBookingsFile } from "../export.server.ts"
import type { Route } from "./+types/route"

// The first seven are the specification's.
const header = [
  "Date",
  "Client",
  "E-mail",
  "Téléphone",
  "Produit",
  "Statut",
  "Total (€)",
  "Numéro",
  "Locations",
  "Dernier jour",
  "Ville",
  "Payé (€)",
  "Reste (€)",
]

export function loader({ url, context }: Route.LoaderArgs) {
  return sendBookingsFile(requireEditor(context), url, {
    name: "reservations",
    header,
    toRows: (booking) => [toRow(booking)],
  })
}

function toRow(booking: ExportedBooking): CsvCell[] {
  const { clientName, email, phone, productName, status, total, paid, isDemonstration, number, rentals } = booking
  return [
    rentalDays(booking).map(csvDay).join(", "),
    clientName,
    email,
    phone ?? "",
    productName,
    isDemonstration ? `${statusLabels[status]} (démonstration)` : statusLabels[status],
    { cents: total },
    number,
    rentals.length,
    csvDay(booking.lastDay),
    booking.address.city,
    { cents: paid },
    status === "confirmed" ? { cents: Math.max(0, total - paid) } : "",
  ]
}
