import { useEffect, useRef } from "react"
import { Notice } from "../../ui/notice.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { type ChangedField, type EditedThing, type StaleView, choicePrefix } from "./edit-refusal.ts"

/** What is said of each thing: after who changed it, and where the record does not know who. */
export const changedMeanwhile: Readonly<Record<EditedThing, { by: string; alone: string }>> = {
  page: { by: "a modifié cette page", alone: "Cette page a été modifiée entre-temps" },
  option: { by: "a modifié cette option", alone: "Cette option a été modifiée entre-temps" },
  product: { by: "a modifié ce produit", alone: "Ce produit a été modifié entre-temps" },
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
  hours: { by: "a noté d’autres horaires", alone: "D’autres horaires ont été notés entre-temps" },
  booking: { by: "a modifié cette réservation", alone: "Cette réservation a été modifiée entre-temps" },
}

/** Longer texts, or several lines, are folded. */
const SHORT = 80

/**
 * Tells the second of two administrators which of their fields the first one saved too, beside the button that they
 * pressed; nothing was overwritten. Each of these fields asks for a choice; the others merge by themselves.
 */
export function StaleNotice({ stale }: { stale: StaleView }) {
  const { by, when, thing = "page", changed } = stale
  const { by: act, alone } = changedMeanwhile[thing]
  const asked = changed.filter(({ name }) => name !== undefined)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: "center" })
  }, [stale])
  return (
    <div ref={box} id="entre-temps" tabIndex={-1}>
      <Notice tone="warning" title={by === "" ? alone : `${by} ${act} ${when}`} live>
        <div className="stack gap-4">
          <p>
            Rien n’a été enregistré, et votre saisie est toujours là.{" "}
            {asked.length > 0
              ? "Ce que vous n’avez pas touché garde la nouvelle version. Choisissez pour le reste, puis enregistrez."
              : "Relisez, puis enregistrez de nouveau."}
          </p>
          <ConflictChoices changed={changed} />
        </div>
      </Notice>
    </div>
  )
}

type ConflictChoicesProps = { changed: readonly ChangedField[]; errors?: Readonly<Record<string, string>> }

/** Whose text each field gets that two people changed, with both; a field that cannot be chosen for is only shown. */
export function ConflictChoices({ changed, errors = {} }: ConflictChoicesProps) {
  return changed.map((field) =>
    field.name === undefined ? (
      <Folded key={field.label} title={`${field.label}\u00a0: lire ce qui est enregistré`} text={field.stored} />
    ) : (
      <Asked
        key={field.name}
        field={field}
        name={choicePrefix + field.name}
        error={errors[choicePrefix + field.name]}
      />
    ),
  )
}

type AskedProps = { field: ChangedField; name: string; error: string | undefined }

function Asked({ field: { label, mine, stored }, name, error }: AskedProps) {
  return (
    <div className="stack gap-2">
      <RadioCards
        name={name}
        legend={label}
        error={error}
        options={[
          {
            value: "mine",
            label: "Garder votre saisie",
            ...(mine !== undefined && isShort(mine) ? { text: textOrPlaceholder(mine) } : {}),
          },
          {
            value: "stored",
            label: "Garder ce qui est enregistré",
            ...(isShort(stored) ? { text: textOrPlaceholder(stored) } : {}),
          },
        ]}
      />
      {!isShort(stored) && <Folded title={`${label}\u00a0: lire ce qui est enregistré`} text={stored} />}
    </div>
  )
}

function Folded({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <p className="whitespace-pre-wrap wrap-anywhere">{textOrPlaceholder(text)}</p>
    </details>
  )
}

function isShort(text: string): boolean {
  return text.length <= SHORT && !text.includes("\n")
}

function textOrPlaceholder(text: string): string {
  return text === "" ? "(vide)" : text
}
