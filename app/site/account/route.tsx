import { mayBook } from "../../../domain/accounts/sharing.ts"
import { handleForm } from "../../http/forms.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { viewedAccount, actingRefused, customerOnly, requireCustomer } from "../../http/visitor.server.ts"
import stylesheet from "../../styles/account.css?url"
import { accountActs } from "./acts.server.ts"
import { readAccountView, readOthersAccountView } from "./load.server.ts"
import { OthersAccountScreen } from "./others-screen.tsx"
import { AccountScreen } from "./screen.tsx"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mon compte", canonical: null })

export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = requireCustomer(context)
  const { acting } = visitor
  if (!acting) {
    const own = await readAccountView(request, visitor, new Date())
    // Drafts read `flash`: whatever was saved must not stay marked as unsaved.
    return { own, others: null, flash: own.flash }
  }
  const account = viewedAccount(visitor)
  const rights = acting.kind === "shared" ? acting.permissions : []
  return {
    own: null,
    others: await readOthersAccountView(request, { ...account, mayBook: mayBook(rights) }, new Date()),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireCustomer(context)
  // The forms belong to one's own account: a stale tab must not save into another.
  if (visitor.acting) throw actingRefused("own-only", visitor.acting.account.name)
  return handleForm(request, accountActs(visitor))
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { own, others } = loaderData
  return others ? <OthersAccountScreen {...others} /> : <AccountScreen view={own} refusal={actionData ?? null} />
}
