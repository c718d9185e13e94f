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
  /** What is missing, by the name of the choice. */
  errors: Readonly<Record<string, string>>
  onChoose: () => void
}

/**
 * Another administrator changed the booking while it was being changed here. What only one of the two changed merges by
 * itself; what both changed is chosen for, field by field, beside the button.
 */
export function EditStale({ stale, freshHref, answered, errors, onChoose }: EditStaleProps) {
  const { sentence, when, version, changed } = stale
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
      <input type="hidden" name="lu" value={version} />
      <Notice
        tone="warning"
        title={`${capitalised(when)}, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`}
        live
      >
        <div className="stack gap-3">
          <p>
            Rien n’a été enregistré, et votre saisie est toujours là.{" "}
            {changed.length > 0
              ? "Ce que vous n’avez pas touché garde la nouvelle version. Choisissez pour le reste, puis enregistrez."
              : "Relisez, puis enregistrez de nouveau."}
          </p>
          <ConflictChoices changed={changed} errors={errors} />
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
