import { z } from "zod"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { EditablePage } from "../../../server/content/edit-pages.ts"
import { readPageText, savePageText } from "../../../server/content/edit-pages.ts"
import { renderMarkdown } from "../../../server/rendering/markdown.ts"
import type { PageTextView } from "./text-form.tsx"
import { parseForm } from "../../http/forms.ts"
import { longText, refuseStale, saveFailed, saveOrSay, saved, seenOf } from "../kit/edits.server.ts"
import { redirectWith } from "../kit/flash.server.ts"

const Form = z.object({
  intent: z.literal("enregistrer"),
  vu: z.string(),
  title: z.string({ error: "Indiquez un titre." }).trim().min(1, "Indiquez un titre.").max(120),
  content: z
    .string({ error: "Écrivez le contenu de la page." })
    .trim()
    .min(1, "Écrivez le contenu de la page.")
    .max(longText.characters),
})

const labels = { title: "Titre", content: "Contenu" }

/** The text of a page for its form; empty before the first. */
export async function pageTextView(page: EditablePage, title: string): Promise<PageTextView> {
  const text = await readPageText(page)
  const content = text?.content ?? ""
  return {
    title: text?.title ?? title,
    content,
    seen: text?.updatedAt.toISOString() ?? "",
    preview: renderMarkdown(content).html,
  }
}

/** Reads and saves that form, then leads back `here`. */
export async function savePage(request: Request, editor: Administrator, page: EditablePage, here: string) {
  const form = await parseForm(request, Form, { maximumBytes: longText.bytes })
  if (!form.ok) return form.refusal
  const { vu, title, content } = form.value
  const outcome = await saveOrSay(form, "Error saving content", saveFailed, () =>
    savePageText(editor, page, { title, content }, seenOf(vu)),
  )
  if (!outcome.ok) return outcome.refusal
  if (!outcome.value.ok) return refuseStale(form, outcome.value.error, labels, { ...(await readPageText(page)) })
  return redirectWith(saved, here)
}
