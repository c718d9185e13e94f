import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayInParis } from "../../../../domain/day.ts"
import type { ExportAct } from "../../../../domain/journal/export-acts.ts"
import { type CsvCell, csvLines, toCsv } from "../../../../isomorphic/csv.ts"
import { type BookingFilter, type ExportedBooking, exportBookings } from "../../../../server/bookings/list.ts"
import { recordExport } from "../../../../server/platform/events/record-export.ts"
import { log } from "../../../../server/platform/log.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { readBookingsList } from "../../kit/booking/list-url.ts"
import { toBookingFilter } from "./filter.server.ts"

type BookingsFile = {
  name: "reservations" | "locations"
  header: readonly string[]
  toRows(booking: ExportedBooking): CsvCell[][]
}

/** Streams every page of the filtered list (specification, section 7). */
export async function sendBookingsFile(editor: Staff, url: URL, file: BookingsFile): Promise<Response> {
  const filter = toBookingFilter(readBookingsList(url.searchParams))
  const batches = exportBookings(filter, new Date())
  // An early failure can still answer with an error page; a later one truncates the download, which the browser
  // reports.
  const first = await loadScreen("Error loading bookings", async () => {
    await recordExport(editor, exportAct(filter))
    return batches.next()
  })
  return new Response(csvStream(file, first, batches), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}-${dayInParis(new Date())}.csv"`,
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

function csvStream(
  { header, toRows }: BookingsFile,
  first: Awaited<ReturnType<Batches["next"]>>,
  batches: Batches,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: typeof first | null = first
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(toCsv(header, []))),
    async pull(controller) {
      try {
        const batch: typeof first = next ?? (await batches.next())
        next = null
        if (batch.done) controller.close()
        else controller.enqueue(encoder.encode(csvLines(batch.value.flatMap(toRows))))
      } catch (error) {
        log.error("Error loading bookings", { error })
        controller.error(error)
      }
    },
    cancel: async () => void (await batches.return(undefined)),
  })
}
