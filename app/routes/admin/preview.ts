import { data } from "react-router"
import { z } from "zod"
import { renderLegalText } from "../../../server/content/edit-legal.ts"
import { renderMarkdown } from "../../../server/content/markdown.ts"
import { parseForm } from "../forms.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/preview"
import { longText } from "./edits.ts"

const Preview = z.object({ texte: z.string(), genre: z.enum(["texte", "legal"]).default("texte") })

/** What a Markdown text that is being typed will look like; nothing is kept. */
export async function action({ request, context }: Route.ActionArgs) {
  requireAdministrator(context)
  const form = await parseForm(request, Preview, { maximumBytes: longText.bytes })
  if (!form.ok) throw data(null, { status: 422 })
  const { texte, genre } = form.value
  return Response.json({ html: genre === "legal" ? (await renderLegalText(texte, new Date())).html : renderMarkdown(texte).html })
}

/** Nothing to see here. */
export function loader({ context }: Route.LoaderArgs) {
  requireAdministrator(context)
  throw new Response(null, { status: 405, headers: { Allow: "POST" } })
}
