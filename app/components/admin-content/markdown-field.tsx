import { useEffect, useRef } from "react"
import { useFetcher, useNavigation } from "react-router"
import type { SafeHtml } from "../../../domain/content/safe-html.ts"
import { TextArea } from "../../ui/text-area.tsx"
import { Prose } from "../content/prose.tsx"

type MarkdownFieldProps = {
  label: string
  name: string
  defaultValue: string
  error?: string
  hint?: string
  /** The stored text as the server renders it. */
  preview: SafeHtml
  /** Which reader the text is for: a legal text has its placeholders filled. */
  kind?: "texte" | "legal"
  /** Its name, unless several fields share it. */
  id?: string
  /** Of text that show at once: a page, or a section of one. */
  rows?: number
}

const PAUSE = 350

/** Markdown at the left, what the visitor will read at the right; the server renders it, as for the visitor. */
export function MarkdownField({ label, name, defaultValue, error, hint = "Mise en forme Markdown : ## titre, **gras**, - liste, [lien](adresse).", preview, kind = "texte", id = name, rows = 10 }: MarkdownFieldProps) {
  const fetcher = useFetcher<{ html: SafeHtml }>()
  const { state } = useNavigation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Once the fingers rest. */
  const show = (texte: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void fetcher.submit({ texte, genre: kind }, { method: "post", action: "/admin/apercu", defaultShouldRevalidate: false })
    }, PAUSE)
  }
  // An answer that arrived while the form is on its way would load its page twice, and its message would be lost.
  useEffect(() => {
    if (state === "idle") return
    clearTimeout(timer.current)
    if (fetcher.state !== "idle") fetcher.reset()
  }, [state, fetcher])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <TextArea
        {...{ id, label, name, defaultValue, error, hint, rows }}
        onInput={(event) => show(event.currentTarget.value)}
      />
      <section className="stack gap-2" aria-label={`Aperçu : ${label}`}>
        <span className="field-label">Aperçu</span>
        <div className="relative max-h-112 overflow-auto rounded-control border border-line bg-paper p-4" tabIndex={0} role="group" aria-label="Texte tel que les visiteurs le lisent">
          <Prose html={fetcher.data?.html ?? preview} />
        </div>
        <p className="hint without-script">L’aperçu montre le texte enregistré.</p>
      </section>
    </div>
  )
}
