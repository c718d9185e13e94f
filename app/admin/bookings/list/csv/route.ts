import type { ExportAct } from "../../../../../domain/journal/export-acts.ts"
import { statusLabels } from "../../../../../domain/booking/status.ts"
import { type CsvCell, csvDay, csvLines, csvOf } from "../../../../../isomorphic/csv.ts"
import { dayInParis } from "../../../../../domain/day.ts"
import { rentalDays } from "../../../../../domain/rental/rental.ts"
import { type BookingFilter, type ExportedBooking, exportBookings } from "../../../../../server/bookings/list.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { log } from "../../../../../server/platform/log.ts"
import { readBookingsList } from "../../../kit/booking/list-url.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import type { Route } from "./+types/route"
import { bookingFilterOf } from "../filter.server.ts"
import { editorOf } from "../../../kit/edits.server.ts"

const header = ["Date", "Client", "E-mail", "Téléphone", "Produit", "Statut", "Total (€)"]

/** The bookings that the list shows, all pages of it, as a table (specification, section 7). Written while it is read. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = editorOf(context)
  const filter = bookingFilterOf(readBookingsList(url.searchParams))
  const batches = exportBookings(filter, new Date())
  // What fails at once is a page that says so; what fails later cuts the file short, which the browser tells.
  const first = await loadScreen("Error loading bookings", async () => {
    await recordExport(editor, exportAct(filter))
    return batches.next()
  })
  return new Response(tableOf(first, batches), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="reservations-${dayInParis(new Date())}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}

/** The filters that were set, for the record. */
function exportAct({ search, status, productId, from, until }: BookingFilter): ExportAct {
  return {
    action: "booking.exported",
    details: {
      ...(status ? { status } : {}),
      ...(productId ? { product: productId } : {}),
      ...(from ? { since: from } : {}),
      ...(until ? { until } : {}),
    },
    personal: search ? { search } : {},
  }
}

type Batches = AsyncGenerator<ExportedBooking[]>

function tableOf(first: Awaited<ReturnType<Batches["next"]>>, batches: Batches): ReadableStream<Uint8Array> {
  const text = new TextEncoder()
  let next: typeof first | null = first
  return new ReadableStream({
    start: (table) => table.enqueue(text.encode(csvOf(header, []))),
    async pull(table) {
      try {
        const batch: typeof first = next ?? (await batches.next())
        next = null
        if (batch.done) table.close()
        else table.enqueue(text.encode(csvLines(batch.value.map(rowOf))))
      } catch (error) {
        log.error("Error loading bookings", { error })
        table.error(error)
      }
    },
    cancel: async () => void (await batches.return(undefined)),
  })
}

function rowOf(booking: ExportedBooking): CsvCell[] {
  const { clientName, email, phone, productName, status, total, isDemonstration } = booking
  return [
    rentalDays(booking).map(csvDay).join(", "),
    clientName,
    email,
    phone ?? "",
    productName,
    isDemonstration ? `${statusLabels[status]} (démonstration)` : statusLabels[status],
    { cents: total },
  ]
}
