import { DataTable } from "../../ui/data-table.tsx"
import { Notice } from "../../ui/notice.tsx"
import type { ChangedField, EditedThing, StaleView } from "./edit-refusal.ts"

/** What is said of each thing: after who changed it, and where the record does not know who. */
export const changedMeanwhile: Readonly<Record<EditedThing, { by: string; alone: string }>> = {
  page: { by: "a modifié cette page", alone: "Cette page a été modifiée entre-temps" },
  option: { by: "a modifié cette option", alone: "Cette option a été modifiée entre-temps" },
  product: { by: "a modifié ce produit", alone: "Ce produit a été modifié entre-temps" },
  question: { by: "a modifié cette question", alone: "Cette question a été modifiée entre-temps" },
  testimonial: { by: "a modifié cet avis", alone: "Cet avis a été modifié entre-temps" },
  manual: { by: "a modifié cette notice", alone: "Cette notice a été modifiée entre-temps" },
}

/** Longer texts, or several lines, are read one at a time. */
const SHORT = 80

/** Tells the second of two administrators what the first one saved, beside what they wrote; nothing was overwritten. */
export function StaleNotice({ stale }: { stale: StaleView }) {
  const { by, when, thing = "page", changed } = stale
  const { by: act, alone } = changedMeanwhile[thing]
  const short = changed.filter(isShort)
  return (
    <Notice tone="warning" title={by === "" ? alone : `${by} ${act} ${when}`} live>
      <div className="stack gap-2">
        <p>
          Rien n’a été enregistré, et votre saisie est toujours là. Enregistrez de nouveau pour la garder à la place de
          celle-ci.
        </p>
        {short.length > 0 && (
          <DataTable
            caption="Les deux versions"
            captionHidden
            rows={short}
            rowKey={({ label }) => label}
            columns={[
              { key: "field", label: "Ce qui a changé", cell: ({ label }) => label },
              { key: "mine", label: "Votre saisie", cell: ({ mine }) => orEmpty(mine ?? "") },
              { key: "stored", label: "Ce qui est enregistré", cell: ({ stored }) => orEmpty(stored) },
            ]}
          />
        )}
        {changed
          .filter((field) => !isShort(field))
          .map(({ label, stored }) => (
            <details key={label}>
              <summary>{label}&nbsp;: lire ce qui est enregistré</summary>
              <p className="whitespace-pre-wrap wrap-anywhere">{orEmpty(stored)}</p>
            </details>
          ))}
      </div>
    </Notice>
  )
}

function isShort({ mine, stored }: ChangedField): boolean {
  return mine !== undefined && [mine, stored].every((text) => text.length <= SHORT && !text.includes("\n"))
}

function orEmpty(text: string): string {
  return text === "" ? "(vide)" : text
}
