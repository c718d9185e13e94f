import { data } from "react-router"
import { webhookKindLabels, webhookKinds } from "../../../domain/webhooks/kinds.ts"
import { listLatestWebhookMessages, listWebhooks } from "../../../server/outside/webhooks/manage.ts"
import { handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { takeFlash } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { webhookActs } from "./acts.server.ts"
import { type MessageLine, type WebhookLine, WebhooksScreen } from "./screen.tsx"

const { title } = screens.webhooks

const MAX_MESSAGES = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading the webhooks", readWebhooks)
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

async function readWebhooks(): Promise<{ webhooks: WebhookLine[]; messages: MessageLine[] }> {
  const [webhooks, messages] = await Promise.all([listWebhooks(), listLatestWebhookMessages(MAX_MESSAGES)])
  return {
    webhooks: webhooks.map(({ kinds, ...webhook }) => ({
      ...webhook,
      summary:
        kinds.length === webhookKinds.length
          ? "Tous les événements."
          : `${kinds.map((kind) => webhookKindLabels[kind]).join(". ")}.`,
    })),
    messages: messages.map(({ url, ...message }) => ({ ...message, host: new URL(url).host })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm(request, webhookActs(requireEditor(context)))
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

/** Keeps the `no-store` of a reply that shows a secret when it renders a whole page, without JavaScript. */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders ?? loaderHeaders
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  return <WebhooksScreen title={title} {...loaderData} answer={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les webhooks n’ont pas pu être chargés" />
}
