import { data } from "react-router"
import { z } from "zod"
import { idField } from "../../http/form-fields.ts"
import { renderContract } from "../../../server/contracts/template.ts"
import { renderLegalText } from "../../../server/shop/content/edit-legal.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { Route } from "./+types/route"
import { longText } from "../kit/edits.server.ts"

const Preview = z.object({
  texte: z.string(),
  genre: z.enum(["texte", "legal", "contrat"]).default("texte"),
  /** Booking that fills a contract; absent: placeholders show their names. */
  reservation: idField.optional().catch(undefined),
})

/** Stores nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  requireStaff(context)
  const refused = (_: Refusal, { status }: { status: number }) => data(null, { status })
  return handleForm(
    request,
    act(Preview, async (sent) => Response.json({ html: await renderHtml(sent) }), {
      log: "Error rendering a preview",
      failed: "L’aperçu n’a pas pu être préparé",
      refused,
    }),
    { maximumBytes: longText.bytes, refused },
  )
}

async function renderHtml({ texte, genre, reservation }: z.output<typeof Preview>): Promise<string> {
  switch (genre) {
    case "texte":
      return renderMarkdown(texte).html
    case "legal":
      return (await renderLegalText(texte, new Date())).html
    case "contrat":
      return renderContract(texte, reservation ?? null, new Date())
  }
}

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context)
  throw new Response(null, { status: 405, headers: { Allow: "POST" } })
}
