import { useEffect, useRef, useState } from "react"
import { href } from "react-router"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { TextArea } from "../../ui/text-area.tsx"
import { MarkdownToolbar, actForKey, applyMarkdown } from "./markdown-toolbar.tsx"
import { Prose } from "../../kit/prose.tsx"

type MarkdownFieldProps = {
  label: string
  name: string
  defaultValue: string
  error?: string | undefined
  hint?: string
  preview: SafeHtml
  kind?: Kind
  bookingId?: string | null
  previewLabel?: string
  id?: string
  rows?: number
}

type Kind = "texte" | "legal" | "contrat"

const DEBOUNCE_MS = 350

/** The server renders the preview exactly as for visitors. */
export function MarkdownField({
  label,
  name,
  defaultValue,
  error,
  hint = "Mise en forme Markdown\u00a0: ## titre, **gras**, - liste, [lien](adresse).",
  preview,
  kind = "texte",
  bookingId = null,
  id = name,
  rows = 10,
  previewLabel = "Texte tel que les visiteurs le lisent",
}: MarkdownFieldProps) {
  const [typedHtml, requestPreview] = useRenderedPreview(kind, bookingId)
  return (
    <div className="text-and-preview grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <div className="stack gap-2">
        <TextArea
          {...{ id, label, name, defaultValue, error, hint, rows }}
          tools={<MarkdownToolbar field={id} label={label} />}
          onInput={(event) => requestPreview(event.currentTarget.value)}
          onKeyDown={(event) => {
            const act = actForKey(event)
            if (act === null) return
            event.preventDefault()
            applyMarkdown(event.currentTarget, act)
          }}
        />
      </div>
      <section className="stack gap-2" aria-label={`Aperçu\u00a0: ${label}`}>
        <span className="field-label">Aperçu</span>
        <div
          className="relative rounded-control border border-line bg-paper p-4"
          tabIndex={0}
          role="group"
          aria-label={previewLabel}
        >
          <Prose html={typedHtml ?? preview} />
        </div>
        <p className="hint without-script">L’aperçu montre le texte enregistré.</p>
      </section>
    </div>
  )
}

/** Plain fetch: a router fetcher that finishes while the form is submitting aborts the reload of the saved page. */
function useRenderedPreview(kind: Kind, bookingId: string | null): [SafeHtml | null, (text: string) => void] {
  const [html, setHtml] = useState<SafeHtml | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pendingRequest = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      pendingRequest.current?.abort()
    },
    [],
  )
  const fetchPreview = async (texte: string) => {
    pendingRequest.current?.abort()
    const request = new AbortController()
    pendingRequest.current = request
    try {
      const body = new URLSearchParams({
        texte,
        genre: kind,
        ...(bookingId === null ? {} : { reservation: bookingId }),
      })
      const answer = await fetch(href("/admin/apercu"), {
        method: "POST",
        body,
        redirect: "error",
        signal: request.signal,
      })
      if (!answer.ok) return
      const rendered: { html: SafeHtml } = await answer.json()
      setHtml(rendered.html)
    } catch {
      // Failed or superseded: the previous preview stays.
    }
  }
  const requestPreview = (texte: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void fetchPreview(texte), DEBOUNCE_MS)
  }
  return [html, requestPreview]
}
