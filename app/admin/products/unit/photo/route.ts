import { type ProductId, readId } from "../../../../../domain/id.ts"
import { openIncidentPhoto } from "../../../../../server/bookings/machines/incidents.ts"
import { sendPrivateFile } from "../../../../http/private-file.server.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [id, productId] = [readId(params.incident), readId(params.id) as ProductId | null]
  if (id === null || productId === null || ![params.number, params.photo].every((text) => /^[1-9]\d{0,3}$/.test(text)))
    throw new Response(null, { status: 404 })
  const [number, index] = [Number(params.number), Number(params.photo)]
  const photo = await openIncidentPhoto({ productId, number }, { id, index: index - 1 })
  if (!photo) throw new Response(null, { status: 404 })
  return sendPrivateFile({ ...photo, type: photo.contentType, name: `incident-${params.photo}.jpg` })
}
