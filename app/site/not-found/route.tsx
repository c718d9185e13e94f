/** Any path that no page has: the designed 404 of the root's boundary, with its status. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export default function NotFoundRoute() {
  return null
}
