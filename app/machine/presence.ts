import { z } from "zod"
import { MAX_PLACES, MAX_PLACE_LENGTH } from "../../isomorphic/presence.ts"
import { notePresence } from "../../server/platform/live/presences.ts"
import { bodyWithin } from "../http/body.ts"
import { getVisitor } from "../http/visitor.server.ts"
import type { Route } from "./+types/presence"
import { isAtWork } from "./live-topics.ts"

const MAX_BYTES = 8 * 1024
const Here = z.strictObject({
  tab: z.string().regex(/^[0-9a-f]{32}$/),
  places: z
    .array(
      z
        .string()
        .min(1)
        .max(MAX_PLACE_LENGTH)
        // oxlint-disable-next-line no-control-regex
        .regex(/^[^\u0000-\u001f]*$/),
    )
    .max(MAX_PLACES),
})

/** POST /api/presence: what an administrator has open; answers who else has (decision 72). Prolongs no session. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context)
  if (!visitor || !isAtWork(visitor)) return answer({ others: [] }, 403)
  const body = await bodyWithin(request, MAX_BYTES)
  const here = Here.safeParse(parsed(body))
  if (!here.success) return answer({ others: [] }, 400)
  return answer({ others: await notePresence({ ...here.data, person: visitor.profile.id }) })
}

function parsed(body: Awaited<ReturnType<typeof bodyWithin>>): unknown {
  try {
    return body.ok ? JSON.parse(body.value.toString("utf8")) : null
  } catch {
    return null
  }
}

function answer(body: { others: string[] }, status = 200): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } })
}
