import { useEffect, useRef, useState } from "react"
import { href } from "react-router"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { TextArea } from "../../ui/text-area.tsx"
import { MarkdownToolbar, actOfKey, applyMarkdown } from "./markdown-toolbar.tsx"
import { Prose } from "../../kit/prose.tsx"

type MarkdownFieldProps = {
  label: string
  name: string
  defaultValue: string
  error?: string | undefined
  hint?: string
  /** The stored text as the server renders it. */
  preview: SafeHtml
  /** Which reader the text is for: a legal text has its placeholders filled. */
  kind?: Kind
  /** The booking that a contract is filled with. */
  about?: string | null
  /** Names the preview. */
  readers?: string
  /** Its name, unless several fields share it. */
  id?: string
  /** Of text that show at once: a page, or a section of one. */
  rows?: number
}

type Kind = "texte" | "legal" | "contrat"

const DEBOUNCE_MS = 350

/** Markdown at the left, what the visitor will read at the right; the server renders it, as for the visitor. */
export function MarkdownField({
  label,
  name,
  defaultValue,
  error,
  hint = "Mise en forme Markdown\u00a0: ## titre, **gras**, - liste, [lien](adresse).",
  preview,
  kind = "texte",
  about = null,
  id = name,
  rows = 10,
  readers = "Texte tel que les visiteurs le lisent",
}: MarkdownFieldProps) {
  const [typed, show] = useTypedPreview(kind, about)
  return (
    <div className="text-and-preview grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <div className="stack gap-2">
        <TextArea
          {...{ id, label, name, defaultValue, error, hint, rows }}
          tools={<MarkdownToolbar field={id} label={label} />}
          onInput={(event) => show(event.currentTarget.value)}
          onKeyDown={(event) => {
            const act = actOfKey(event)
            if (act === null) return
            // Also what keeps Ctrl+K from opening the search.
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
          aria-label={readers}
        >
          <Prose html={typed ?? preview} />
        </div>
        <p className="hint without-script">L’aperçu montre le texte enregistré.</p>
      </section>
    </div>
  )
}

/**
 * What the server makes of the text once the fingers rest; null until then. Asked for apart from the router: an answer
 * of one of its fetchers that arrives while the form is being sent ends the reading of the saved page, and then the
 * screen says that nothing was saved.
 */
function useTypedPreview(kind: Kind, about: string | null): [SafeHtml | null, (text: string) => void] {
  const [html, setHtml] = useState<SafeHtml | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asked.current?.abort()
    },
    [],
  )
  const ask = async (texte: string) => {
    asked.current?.abort()
    const request = new AbortController()
    asked.current = request
    try {
      const body = new URLSearchParams({ texte, genre: kind, ...(about === null ? {} : { reservation: about }) })
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
      // No answer, or a newer question: the earlier preview stays.
    }
  }
  const show = (texte: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(texte), DEBOUNCE_MS)
  }
  return [html, show]
}
