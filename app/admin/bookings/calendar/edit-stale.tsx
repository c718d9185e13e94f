import { useEffect, useRef } from "react"
import { Link } from "react-router"
import { useForgetDraft } from "../../../kit/drafts/form-draft.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { ConflictChoices } from "../../kit/stale-notice.tsx"
import type { StaleEditView } from "../order/view.ts"

type EditStaleProps = {
  stale: StaleEditView
  freshHref: string
  /** It is why a save was refused: the eye is led to it. */
  answered: boolean
  onChoose: () => void
}

/** Says beside the button who changed the booking, and asks whose value each field gets that differs. */
export function EditStale({ stale, freshHref, answered, onChoose }: EditStaleProps) {
  const { sentence, when, changed } = stale
  const forgetDraft = useForgetDraft()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!answered) return
    box.current?.focus({ preventScroll: true })
    // Its buttons are below it: from its top on, both are seen.
    box.current?.scrollIntoView({ block: "start" })
  }, [answered, stale])
  return (
    <div ref={box} id="entre-temps" tabIndex={-1} onChange={onChoose}>
      <Notice
        tone="warning"
        title={`${capitalised(when)}, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`}
        live
      >
        <div className="stack gap-3">
          <p>
            Rien n’a été enregistré, et votre saisie est toujours là. Choisissez pour chaque champ, puis enregistrez.
          </p>
          <ConflictChoices changed={changed} />
          <p>
            Ou{" "}
            <Link to={freshHref} onClick={forgetDraft} preventScrollReset>
              repartez de ce qui est enregistré
            </Link>
            .
          </p>
        </div>
      </Notice>
    </div>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
