import { certificateFileName, openCertificate } from "../../../../../server/bookings/insurance/read-certificate.ts"
import { sendPrivateFile } from "../../../../http/private-file.server.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import { bookingIdFromParam } from "../../../kit/booking/booking-id.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const id = await bookingIdFromParam(params.number)
  const file = id === null ? null : await openCertificate(id)
  if (!file) throw new Response(null, { status: 404 })
  return sendPrivateFile({ ...file, name: certificateFileName(file.type, Number(params.number)) })
}
