import { data, href, isRouteErrorResponse } from "react-router"
import { readId } from "../../../../../domain/id.ts"
import { readBankLine } from "../../../../../server/money/bank/lines.ts"
import { findBookingsToPay, noProposals, buildProposals } from "../../../../../server/money/bank/proposals.ts"
import { handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import { takeFlash } from "../../../kit/flash.server.ts"
import { ScreenGone } from "../../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../../kit/screen-unreadable.tsx"
import { screens } from "../../../kit/screens.ts"
import { lineActs } from "../acts.server.ts"
import type { Route } from "./+types/route"
import { LineScreen } from "./screen.tsx"

const title = "Ligne d’un relevé"
const MAX_SEARCH = 200

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const id = readId(params.id)
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCH)
  const view = await loadScreen("Error loading a line of a statement", async () => {
    const line = id === null ? null : await readBankLine(id)
    if (!line) throw data(null, { status: 404 })
    const isOpen = line.state === "open" && line.amount > 0 && !line.reversal
    const [proposals, matches] = await Promise.all([
      buildProposals([line], new Date()),
      isOpen ? findBookingsToPay(line, search) : [],
    ])
    return { line, proposals: proposals.get(line.id) ?? noProposals, matches }
  })
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, search, flash }, { headers })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  return handleForm(request, lineActs(editor, href("/admin/finance/releves/ligne/:id", { id: params.id })))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Line({ loaderData }: Route.ComponentProps) {
  return <LineScreen {...loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <ScreenGone
        title={title}
        message="Cette ligne n’existe pas ou plus"
        to={screens.statements.to}
        label="Voir les relevés"
      />
    )
  return <ScreenUnreadable title={title} message="Cette ligne n’a pas pu être chargée" />
}
