import { sentenceFields } from "../../../../../../domain/correspondence/sentences.ts"
import { readEditableMail } from "../../../../../../server/outside/mails/edit-sentences.ts"
import { previewMail } from "../../../../../../server/outside/mails/preview.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { requireStaff } from "../../../../../http/visitor.server.ts"
import { isMailKind } from "../../../../kit/mails-url.ts"
import type { Route } from "./+types/route"

/** Served for an iframe: the CSP forbids scripts and framing by other sites. The query carries unsaved sentences. */
export async function loader({ params: { template }, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  if (!isMailKind(template)) throw new Response(null, { status: 404 })
  const { html } = await loadScreen("Error previewing a mail", async () => {
    const editable = await readEditableMail(template)
    if (!editable) return previewMail(template)
    const typed = sentenceFields.map((field) => [
      field,
      url.searchParams.get(field)?.slice(0, MAX_TYPED) ?? editable.sentences[field],
    ])
    return previewMail(template, { ...editable.sentences, ...Object.fromEntries(typed) })
  })
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      "X-Frame-Options": "SAMEORIGIN",
    },
  })
}

const MAX_TYPED = 2000
