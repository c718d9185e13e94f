import { useState, type MouseEvent } from "react"
import ChevronDown from "lucide-react/icons/chevron-down"
import LinkGlyph from "lucide-react/icons/link"
import { Icon } from "../../ui/icon.tsx"
import { Unbroken } from "../../ui/unbroken.tsx"
import { Prose } from "../../kit/prose.tsx"
import type { FaqQuestionView } from "./view.ts"

/**
 * One question. Its id is on what unfolds: a browser that follows a link there opens it by itself, with no script.
 */
export function FaqQuestion({ entry: { slug, question, html }, open }: { entry: FaqQuestionView; open: boolean }) {
  return (
    <details className="faq-question" open={open}>
      <summary>
        <h4>
          <Unbroken>{question}</Unbroken>
        </h4>
        <Icon of={ChevronDown} />
      </summary>
      <div id={slug} className="faq-answer">
        <Prose html={html} />
        <OwnLink slug={slug} question={question} />
      </div>
    </details>
  )
}

/** Leads here; pressing it also copies the address, where the browser lets us. */
function OwnLink({ slug, question }: { slug: string; question: string }) {
  const [copied, setCopied] = useState(false)
  const copy = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !navigator.clipboard) return
    event.preventDefault()
    history.replaceState(history.state, "", `#${slug}`)
    navigator.clipboard.writeText(`${location.origin}${location.pathname}#${slug}`).then(
      () => setCopied(true),
      () => location.assign(`#${slug}`),
    )
  }
  return (
    <p className="faq-own-link">
      <a className="link-alone" href={`#${slug}`} onClick={copy}>
        <Icon of={LinkGlyph} size="small" />
        Lien vers cette réponse<span className="sr-only">&nbsp;: {question}</span>
      </a>
      <span aria-live="polite">{copied && "Lien copié"}</span>
    </p>
  )
}
