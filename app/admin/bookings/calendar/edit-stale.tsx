import { useEffect, useRef } from "react"
import { Link } from "react-router"
import { DataTable } from "../../../ui/data-table.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { StaleEditView } from "../order/view.ts"

type EditStaleProps = {
  stale: StaleEditView
  freshHref: string
  /** It is why a save was refused: the eye is led to it. */ answered: boolean
}

/** Another administrator changed the booking while it was being changed here: both versions, and the way to either. */
export function EditStale({ stale: { told, when, facts }, freshHref, answered }: EditStaleProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!answered) return
    box.current?.focus({ preventScroll: true })
    // Its buttons are below it: from its top on, both are seen.
    box.current?.scrollIntoView({ block: "start" })
  }, [answered])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="warning" title={`${capitalised(when)}, ${told.charAt(0).toLowerCase()}${told.slice(1)}`} live>
        <div className="stack gap-3">
          {facts.length > 0 ? (
            <DataTable
              caption="Les deux versions"
              captionHidden
              rows={facts}
              rowKey={({ label }) => label}
              columns={[
                { key: "fact", label: "Ce qui diffère", cell: ({ label }) => label },
                { key: "mine", label: "Votre saisie", cell: ({ mine }) => mine },
                { key: "stored", label: "Ce qui est enregistré", cell: ({ stored }) => stored },
              ]}
            />
          ) : (
            <p>Ce que vous avez saisi est déjà ce qui est enregistré.</p>
          )}
          <p>
            Rien n’a été enregistré. Enregistrez pour mettre votre saisie à la place, ou{" "}
            <Link to={freshHref} preventScrollReset>
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
