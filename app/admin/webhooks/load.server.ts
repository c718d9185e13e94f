import { webhookKindLabels, webhookKinds } from "../../../domain/webhooks/kinds.ts"
import { latestWebhookMessages, listWebhooks } from "../../../server/outside/webhooks/manage.ts"
import type { MessageLine, WebhookLine } from "./screen.tsx"

/** Of the messages, those that one screen shows. */
const MESSAGES = 50

/** Who is told, and the latest messages with what was answered. */
export async function readWebhooks(): Promise<{ webhooks: WebhookLine[]; messages: MessageLine[] }> {
  const [webhooks, messages] = await Promise.all([listWebhooks(), latestWebhookMessages(MESSAGES)])
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
