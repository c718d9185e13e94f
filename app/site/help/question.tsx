import { useState, type MouseEvent } from "react"
import ChevronDown from "lucide-react/icons/chevron-down"
import LinkGlyph from "lucide-react/icons/link"
import { Icon } from "../../ui/icon.tsx"
import { Unbroken } from "../../ui/unbroken.tsx"
import { Prose } from "../../kit/prose.tsx"
import type { FaqQuestionView } from "./view.ts"

/** The id is inside `details`, which browsers open for a link without JavaScript. */
export function FaqQuestion({ entry: { slug, question, html }, open }: { entry: FaqQuestionView; open: boolean }) {
  return (
    <details className="faq-question" open={open}>
      <summary>
        <h4>
          <Unbroken>{question}</Unbroken>
        </h4>
        <Icon icon={ChevronDown} />
      </summary>
      <div id={slug} className="faq-answer">
        <Prose html={html} />
        <Permalink slug={slug} question={question} />
      </div>
    </details>
  )
}

function Permalink({ slug, question }: { slug: string; question: string }) {
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
        <Icon icon={LinkGlyph} size="small" />
        Lien vers cette réponse<span className="sr-only">&nbsp;: {question}</span>
      </a>
      <span aria-live="polite">{copied && "Lien copié"}</span>
    </p>
  )
}
