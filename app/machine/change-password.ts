import { href, redirect } from "react-router"
import { customerOnly } from "../http/visitor.server.ts"
import type { Route } from "./+types/change-password"

/** Through sign-in and back here, because no sign-in returns to the password page itself. */
export const middleware: Route.MiddlewareFunction[] = [customerOnly]

/** Password managers open this address (W3C, "A Well-Known URL for Changing Passwords"). */
export function loader(): Response {
  return redirect(href("/mot-de-passe"), { headers: { "Cache-Control": "no-store" } })
}
