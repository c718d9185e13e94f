import type { MiddlewareFunction } from "react-router"

/**
 * A script that sends a picture shows how much of it has left, which no fetch tells; it asks for the page as the plain
 * form does, with this header. Where that form would be sent on, it is only told that all went well: following the
 * redirect by itself it would read, and so take away, the message for the page that shows it.
 */
export const uploadAnswer: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next()
  if (request.headers.get("X-Envoi") !== "image" || response.status !== 303) return response
  const headers = new Headers()
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie)
  return new Response(null, { status: 204, headers })
}
