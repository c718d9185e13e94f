import { data } from "react-router"
import { apiScopeLabels } from "../../../domain/api/api-key.ts"
import { listApiKeys } from "../../../server/outside/api/keys.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { takeFlash } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { apiKeyActs } from "./acts.server.ts"
import { ApiKeysScreen } from "./screen.tsx"

const { title } = screens.apiKeys

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading the keys of the API", () => readApiKeys(new Date()))
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

async function readApiKeys(at: Date) {
  const keys = await listApiKeys()
  return {
    address: canonicalUrl("/api/v1"),
    keys: keys.map(({ scopes, expiresAt, ...key }) => ({
      ...key,
      expiresAt,
      hasExpired: expiresAt !== null && expiresAt <= at,
      scopesLabel: scopes.map((scope) => apiScopeLabels[scope]).join("\u00a0; "),
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm(request, apiKeyActs(requireEditor(context)))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

/** Keeps the `no-store` of a reply that shows a secret when it renders a whole page, without JavaScript. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders ?? loaderHeaders
}

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  return <ApiKeysScreen title={title} {...loaderData} answer={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les clés n’ont pas pu être chargées" />
}
