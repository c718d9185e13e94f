import { data, href } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import { MAX_API_KEYS, MAX_API_KEY_NAME, apiKeyDays, apiScopes } from "../../../domain/api/api-key.ts"
import { createApiKey, revokeApiKey } from "../../../server/outside/api/keys.ts"
import { idField, list, optionalName } from "../../http/form-fields.ts"
import { act } from "../../http/forms.server.ts"
import { redirectWith } from "../kit/flash.server.ts"

const KeyForm = z.object({
  name: optionalName(MAX_API_KEY_NAME).pipe(z.string().min(1, "Donnez un nom à la clé.")),
  days: z
    .union([z.enum(apiKeyDays.map(String)), z.literal("")], { error: "Choisissez une durée de la liste." })
    .default(""),
  scopes: list(z.array(z.enum(apiScopes)).min(1, "Cochez au moins un droit.").max(apiScopes.length)),
})

export function apiKeyActs(editor: Staff) {
  return {
    creer: act(
      KeyForm,
      async ({ name, days, scopes }, form) => {
        const validDays = apiKeyDays.find((each) => String(each) === days) ?? null
        const created = await createApiKey(editor, { name, scopes, days: validDays })
        if (created.ok) {
          // The only reply that contains the secret.
          return data({ secret: created.value.secret }, { headers: { "Cache-Control": "no-store" } })
        }
        switch (created.error.kind) {
          case "too-many":
            return form.refuse({ form: `Vous avez déjà ${MAX_API_KEYS} clés\u00A0: retirez-en une d’abord.` })
          case "no-scope":
            return form.refuse({ scopes: "Cochez au moins un droit." })
        }
      },
      { log: "Error making a key of the API", failed: "La clé n’a pas pu être créée." },
    ),
    retirer: act(
      z.object({ key: idField }),
      async ({ key }) => {
        await revokeApiKey(editor, key)
        return redirectWith(
          { kind: "success", title: "Clé retirée", text: "Elle n’ouvre plus rien." },
          href("/admin/cles-api"),
        )
      },
      { log: "Error revoking a key of the API", failed: "La clé n’a pas pu être retirée." },
    ),
  }
}
