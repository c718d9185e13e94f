import { Link, href } from "react-router"

/** Its own page holds the forms, so that the page with the price grows by two links. */
export function ShareLinks({ id, search = "" }: { id: string; search?: string }) {
  const to = href("/montrer/:id", { id }) + search
  return (
    <p className="cluster small mt-4">
      <Link to={`${to}#recevoir`}>Recevoir ce prix par e-mail</Link>
      <Link to={`${to}#montrer`}>Montrer à quelqu’un</Link>
    </p>
  )
}
