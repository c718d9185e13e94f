import { data, href } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { MAX_WEBHOOKS, MAX_WEBHOOK_URL, webhookKinds } from "../../../domain/webhooks/kinds.ts"
import {
  addWebhook,
  removeWebhook,
  renewWebhookSecret,
  resumeWebhook,
  resendWebhookMessage,
  sendTestMessage,
} from "../../../server/outside/webhooks/manage.ts"
import { idField, list, limitedText } from "../../http/form-fields.ts"
import { act } from "../../http/forms.server.ts"
import type { Flash } from "../kit/flash.ts"
import { redirectWith } from "../kit/flash.server.ts"

const NewWebhook = z.object({
  url: limitedText(MAX_WEBHOOK_URL).pipe(z.string().min(1, "Indiquez l’adresse à appeler.")),
  kinds: list(z.array(z.enum(webhookKinds)).min(1, "Cochez au moins un événement.").max(webhookKinds.length)),
})
const OneWebhook = z.object({ webhook: idField })

const gone: Flash = {
  kind: "error",
  title: "Ce webhook n’est plus là",
  text: "Quelqu’un l’a retiré, ou il est arrêté.",
}
const redirectToWebhooks = (flash: Flash) => redirectWith(flash, href("/admin/webhooks"))
/** The only reply that contains the secret. */
const replyWithSecret = (secret: string) => data({ secret }, { headers: { "Cache-Control": "no-store" } })

export function webhookActs(editor: Staff & { id: ProfileId }) {
  return {
    ajouter: act(
      NewWebhook,
      async (sent, form) => {
        const added = await addWebhook(editor, sent)
        if (added.ok) return replyWithSecret(added.value.secret)
        switch (added.error.kind) {
          case "too-many":
            return form.refuse({ form: `Vous avez déjà ${MAX_WEBHOOKS} webhooks\u00a0: retirez-en un d’abord.` })
          case "no-kind":
            return form.refuse({ kinds: "Cochez au moins un événement." })
          case "known-already":
            return form.refuse({ url: "Cette adresse est déjà avertie\u00a0: retirez-la d’abord." })
          case "bad-address":
            return form.refuse({ url: "Une adresse publique en https, par exemple https://exemple.fr/webhooks." })
        }
      },
      { log: "Error adding a webhook", failed: "Le webhook n’a pas pu être ajouté." },
    ),
    retirer: act(
      OneWebhook,
      async ({ webhook }) => {
        await removeWebhook(editor, webhook)
        return redirectToWebhooks({
          kind: "success",
          title: "Webhook retiré",
          text: "Cette adresse n’est plus avertie.",
        })
      },
      { log: "Error removing a webhook", failed: "Le webhook n’a pas pu être retiré." },
    ),
    renouveler: act(
      OneWebhook,
      async ({ webhook }) => {
        const secret = await renewWebhookSecret(editor, webhook)
        return secret === null ? redirectToWebhooks(gone) : replyWithSecret(secret)
      },
      { log: "Error renewing the secret of a webhook", failed: "Le secret n’a pas pu être renouvelé." },
    ),
    essayer: act(
      OneWebhook,
      async ({ webhook }) =>
        redirectToWebhooks(
          (await sendTestMessage(webhook))
            ? {
                kind: "success",
                title: "Essai envoyé",
                text: "La réponse se lit dans la liste dans quelques secondes.",
              }
            : gone,
        ),
      { log: "Error trying a webhook", failed: "L’essai n’a pas pu être envoyé." },
    ),
    reprendre: act(
      OneWebhook,
      async ({ webhook }) =>
        redirectToWebhooks(
          (await resumeWebhook(webhook))
            ? {
                kind: "success",
                title: "Webhook repris",
                text: "Ce qui arrive maintenant est envoyé. Ce qui a été abandonné se renvoie dans la liste.",
              }
            : gone,
        ),
      { log: "Error resuming a webhook", failed: "Le webhook n’a pas pu être repris." },
    ),
    renvoyer: act(
      z.object({ message: idField }),
      async ({ message }) =>
        redirectToWebhooks(
          (await resendWebhookMessage(message))
            ? { kind: "success", title: "Message renvoyé", text: "Il porte le même identifiant qu’avant." }
            : { ...gone, title: "Ce message ne peut pas être renvoyé" },
        ),
      { log: "Error sending a webhook again", failed: "Le message n’a pas pu être renvoyé." },
    ),
  }
}
