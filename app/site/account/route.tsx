import { handleForm } from "../../http/forms.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { customerOnly, requireCustomer } from "../../http/visitor.server.ts"
import stylesheet from "../../styles/account.css?url"
import { accountActs } from "./acts.server.ts"
import { accountView } from "./load.server.ts"
import { AccountScreen } from "./screen.tsx"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mon compte", canonical: null })

export function loader({ request, context }: Route.LoaderArgs) {
  return accountView(request, requireCustomer(context), new Date())
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm(request, accountActs(requireCustomer(context)))
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountScreen view={loaderData} refusal={actionData ?? null} />
}
