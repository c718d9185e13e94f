import type { ExportAct } from "../../../../../domain/journal/export-acts.ts"
import { statusLabels } from "../../../../../domain/booking/status.ts"
import { type CsvCell, csvDay, csvLines, toCsv } from "../../../../../isomorphic/csv.ts"
import { dayInParis } from "../../../../../domain/day.ts"
import { rentalDays } from "../../../../../domain/rental/rental.ts"
import { type BookingFilter, type ExportedBooking, exportBookings } from "../../../../../server/bookings/list.ts"
import { recordExport } from "../../../../../server/platform/events/record-export.ts"
import { log } from "../../../../../server/platform/log.ts"
import { readBookingsList } from "../../../kit/booking/list-url.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import type { Route } from "./+types/route"
import { toBookingFilter } from "../filter.server.ts"
import { requireEditor } from "../../../kit/edits.server.ts"

const header = ["Date", "Client", "E-mail", "Téléphone", "Produit", "Statut", "Total (€)"]

/** Streams every page of the filtered list (specification, section 7). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const editor = requireEditor(context)
  const filter = toBookingFilter(readBookingsList(url.searchParams))
  const batches = exportBookings(filter, new Date())
  // An early failure can still answer with an error page; a later one truncates the download, which the browser
  // reports.
  const first = await loadScreen("Error loading bookings", async () => {
    await recordExport(editor, exportAct(filter))
    return batches.next()
  })
  return new Response(csvStream(first, batches), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="reservations-${dayInParis(new Date())}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}

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

function csvStream(first: Awaited<ReturnType<Batches["next"]>>, batches: Batches): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: typeof first | null = first
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(toCsv(header, []))),
    async pull(controller) {
      try {
        const batch: typeof first = next ?? (await batches.next())
        next = null
        if (batch.done) controller.close()
        else controller.enqueue(encoder.encode(csvLines(batch.value.map(toRow))))
      } catch (error) {
        log.error("Error loading bookings", { error })
        controller.error(error)
      }
    },
    cancel: async () => void (await batches.return(undefined)),
  })
}

function toRow(booking: ExportedBooking): CsvCell[] {
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
