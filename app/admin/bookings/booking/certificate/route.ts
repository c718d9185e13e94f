import { findBookingId } from "../../../../../server/booking-record/search-bookings.ts"
import { certificateFileName, openCertificate } from "../../../../../server/bookings/insurance/read-certificate.ts"
import { sendPrivateFile } from "../../../../http/private-file.server.ts"
import { requireAdministrator } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const number = /^[1-9]\d{0,14}$/.test(params.number) ? Number(params.number) : null
  const id = number === null ? null : await findBookingId(number)
  const file = id === null ? null : await openCertificate(id)
  if (number === null || !file) throw new Response(null, { status: 404 })
  return sendPrivateFile({ ...file, name: certificateFileName(file.type, number) })
}
