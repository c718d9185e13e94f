import { isRouteErrorResponse } from "react-router"
import { AdminNotFound } from "./page.tsx"
import { requireStaff } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

/** Guarded like every screen, so that a visitor cannot tell which addresses exist. */
export function loader({ context }: Route.LoaderArgs): never {
  requireStaff(context)
  throw new Response(null, { status: 404 })
}

export function action({ context }: Route.ActionArgs): never {
  requireStaff(context)
  throw new Response(null, { status: 404 })
}

export default function AdminNotFoundRoute() {
  return null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <>
      <title>Page introuvable</title>
      <AdminNotFound />
    </>
  )
}
