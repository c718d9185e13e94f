export function loader(): Response {
  return new Response("Not found\n", { status: 404 })
}
