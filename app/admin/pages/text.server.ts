import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { EditablePage } from "../../../server/shop/content/edit-pages.ts"
import { readPageText, savePageText } from "../../../server/shop/content/edit-pages.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { MAX_CLOUD_WITHOUT, type PageTextView } from "./text-form.tsx"
import { requiredText } from "../../http/form-fields.ts"
import { act } from "../../http/forms.server.ts"
import { longText, parseLoadedForm, refuseStale, saveFailed, settingsSaved } from "../kit/edits.server.ts"
import { redirectWith } from "../kit/flash.server.ts"

const Form = z.object({
  title: requiredText("Indiquez un titre.", 120),
  content: requiredText("Écrivez le contenu de la page.", longText.characters),
  cloudWithout: z.string().trim().max(MAX_CLOUD_WITHOUT, "Gardez une liste plus courte.").default(""),
})

const labels = { title: "Titre", content: "Contenu", cloudWithout: "Mots absents du nuage" }

export async function pageTextView(page: EditablePage, title: string): Promise<PageTextView> {
  const text = await readPageText(page)
  const content = text?.content ?? ""
  return {
    title: text?.title ?? title,
    content,
    cloudWithout: text?.cloudWithout ?? "",
    version: text?.updatedAt.toISOString() ?? "",
    preview: renderMarkdown(content).html,
  }
}

export function savePage(editor: Staff, page: EditablePage, here: string) {
  return act(
    Form,
    async (text, form) => {
      const outcome = await savePageText({ actor: editor, page, ...text, loaded: parseLoadedForm(form) })
      return outcome.ok
        ? redirectWith(settingsSaved, here)
        : refuseStale(form, outcome.error, {
            thing: "page",
            labels,
            mine: text,
            stored: { ...(await readPageText(page)) },
          })
    },
    { log: "Error saving content", failed: saveFailed },
  )
}
