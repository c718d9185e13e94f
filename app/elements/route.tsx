import { environment } from "../../server/platform/environment.server.ts"
import { ElementsPage } from "./page.tsx"
import type { Route } from "./+types/route"
import stylesheet from "../styles/elements.css?url"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: Route.MetaFunction = () => [
  { title: "Éléments d’interface" },
  { name: "robots", content: "noindex" },
]

/** For development and browser tests: no shop has this page. */
export function loader(): null {
  if (!environment.showsElements) throw new Response(null, { status: 404 })
  return null
}

export default function Elements() {
  return <ElementsPage />
}
