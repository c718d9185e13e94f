import { useEffect, useRef } from "react"
import { Notice } from "../../ui/notice.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { submittedValues } from "../../http/refusal.ts"
import { type ChangedField, type EditRefusal, type EditedThing, type StaleView, choicePrefix } from "./edit-refusal.ts"

/** `alone` when the author is unknown. */
export const conflictTexts: Readonly<Record<EditedThing, { by: string; alone: string }>> = {
  page: { by: "a modifié cette page", alone: "Cette page a été modifiée entre-temps" },
  option: { by: "a modifié cette option", alone: "Cette option a été modifiée entre-temps" },
  plan: { by: "a modifié cette formule", alone: "Cette formule a été modifiée entre-temps" },
  "price-rule": { by: "a modifié cette règle", alone: "Cette règle a été modifiée entre-temps" },
  zone: { by: "a modifié cette zone", alone: "Cette zone a été modifiée entre-temps" },
  "promo-code": { by: "a modifié ce code", alone: "Ce code a été modifié entre-temps" },
  product: { by: "a modifié ce produit", alone: "Ce produit a été modifié entre-temps" },
  unit: { by: "a modifié cet exemplaire", alone: "Cet exemplaire a été modifié entre-temps" },
  question: { by: "a modifié cette question", alone: "Cette question a été modifiée entre-temps" },
  testimonial: { by: "a modifié cet avis", alone: "Cet avis a été modifié entre-temps" },
  manual: { by: "a modifié cette notice", alone: "Cette notice a été modifiée entre-temps" },
  "legal-text": {
    by: "a publié une version de ce texte",
    alone: "Une version plus récente a été publiée entre-temps",
  },
  template: { by: "a publié une version du modèle", alone: "Une version plus récente a été publiée entre-temps" },
  sentences: { by: "a modifié ces phrases", alone: "Ces phrases ont été modifiées entre-temps" },
  caption: { by: "a modifié cette légende", alone: "Cette légende a été modifiée entre-temps" },
  lead: { by: "a suivi cette demande", alone: "Cette demande a été suivie entre-temps" },
  file: { by: "a modifié cette fiche", alone: "Cette fiche a été modifiée entre-temps" },
  hours: { by: "a noté d’autres horaires", alone: "D’autres horaires ont été notés entre-temps" },
  booking: { by: "a modifié cette réservation", alone: "Cette réservation a été modifiée entre-temps" },
}

/** Longer or multi-line texts are collapsed. */
const MAX_INLINE_LENGTH = 80

/** After a refusal for another reason, the earlier choices are resubmitted as hidden fields. */
export function StaleFields({ refusal }: { refusal: EditRefusal | null }) {
  if (refusal === null) return null
  if (refusal.stale) return <StaleNotice stale={refusal.stale} answer={refusal} />
  return Object.keys(refusal.values)
    .filter((name) => name.startsWith(choicePrefix) || (name === "vu" && refusal.lists[name]))
    .map((name) => <input key={name} type="hidden" name={name} value={submittedValues(refusal, name).at(-1)} />)
}

/** `answer`: the refused save, which moves the focus here once. */
export function StaleNotice({ stale, answer }: { stale: StaleView; answer: object | null }) {
  const { by, when, thing, version, changed } = stale
  const { by: act, alone } = conflictTexts[thing]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer === null) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: "center" })
  }, [answer])
  return (
    <div ref={box} id="entre-temps" tabIndex={-1}>
      {/* The draft may restore an older `vu` without these choices; the last one wins. */}
      <input type="hidden" name="vu" value={version} />
      <Notice tone="warning" title={by === "" ? alone : `${by} ${act} ${when}`} live>
        <div className="stack gap-4">
          <p>
            Rien n’a été enregistré, et votre saisie est toujours là. Choisissez pour chaque champ, puis enregistrez.
          </p>
          <ConflictChoices changed={changed} />
        </div>
      </Notice>
    </div>
  )
}

function ConflictChoices({ changed }: { changed: readonly ChangedField[] }) {
  return changed.map(({ name, label, mine, stored }) => {
    const isShort = [mine, stored].every((text) => text.length <= MAX_INLINE_LENGTH && !text.includes("\n"))
    return (
      <div className="stack gap-2" key={name}>
        {/* Submitted when nothing is chosen, so that the server asks again. */}
        <input type="hidden" name={choicePrefix + name} value="" />
        <RadioCards
          name={choicePrefix + name}
          legend={label}
          options={[
            { value: "mine", label: "Garder la mienne", ...(isShort && { text: textOrPlaceholder(mine) }) },
            { value: "stored", label: "Reprendre la sienne", ...(isShort && { text: textOrPlaceholder(stored) }) },
          ]}
        />
        {!isShort && (
          <details>
            <summary>{label}&nbsp;: lire les deux versions</summary>
            <dl className="stack gap-2 whitespace-pre-wrap wrap-anywhere">
              <div>
                <dt className="small soft">La mienne</dt>
                <dd>{textOrPlaceholder(mine)}</dd>
              </div>
              <div>
                <dt className="small soft">La sienne</dt>
                <dd>{textOrPlaceholder(stored)}</dd>
              </div>
            </dl>
          </details>
        )}
      </div>
    )
  })
}

function textOrPlaceholder(text: string): string {
  return text === "" ? "(vide)" : text
}
