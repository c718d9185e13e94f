import { statusLabels } from "../../../../../domain/booking/status.ts"
import { timeInParis } from "../../../../../domain/clock.ts"
import { dayInParis } from "../../../../../domain/day.ts"
import { linesOfRental, sumOfLines } from "../../../../../domain/pricing/price.ts"
import { type CsvCell, csvDay } from "../../../../../isomorphic/csv.ts"
import { rentalDays } from "../../../../../domain/rental/rental.ts"
import type { ExportedBooking } from "../../../../../server/bookings/list.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import { sendBookingsFile } from "../export.server.ts"
import type { Route } from "./+types/route"

const header = [
  "Réservation",
  "Location",
  "Client",
  "Produit",
  "Dates",
  "Début",
  "Fin",
  "Options",
  "Packs photo",
  "Statut",
  "Montant (€)",
  "Formule",
]

export function loader({ url, context }: Route.LoaderArgs) {
  return sendBookingsFile(requireEditor(context), url, { name: "locations", header, toRows })
}

/** Amounts leave out the delivery and the adjustments. */
function toRows({ number, clientName, status, isDemonstration, rentals, priceLines }: ExportedBooking): CsvCell[][] {
  return rentals.map((rental) => [
    number,
    rental.position,
    clientName,
    rental.productName,
    rentalDays(rental).map(csvDay).join(", "),
    csvMoment(rental.periods[0]?.from),
    csvMoment(rental.periods.at(-1)?.until),
    rental.options.items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(", "),
    rental.photoPacks,
    isDemonstration ? `${statusLabels[status]} (démonstration)` : statusLabels[status],
    { cents: sumOfLines(linesOfRental(priceLines.lines, rental)) },
    rental.plan?.name ?? "",
  ])
}

function csvMoment(text: string | undefined): string {
  if (text === undefined) return ""
  const moment = new Date(text)
  return `${csvDay(dayInParis(moment))} ${timeInParis(moment)}`
}
