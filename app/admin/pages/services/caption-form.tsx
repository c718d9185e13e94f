import { useEffect, useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { Flash } from "../../kit/flash.ts"
import { useUnsaved } from "../../../kit/drafts/drafts.tsx"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { StaleNotice } from "../../kit/stale-notice.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"

export type CaptionedSlide = { id: string; caption: string; imageAlt: string }

type CaptionFormProps = { slide: CaptionedSlide; index: number; flash: Flash | null; refusal: EditRefusal | null }

/** What a picture of the carousel is about, saved by itself: what is typed for another one stays unsaved. */
export function CaptionForm({ slide, index, flash, refusal }: CaptionFormProps) {
  const { id } = slide
  const { formData } = useNavigation()
  const sending = formData?.get("intent") === "legende" && formData.get("image") === id
  const answered = refusal?.values["image"] === id ? refusal : null
  const {
    dirty,
    touch,
    submit,
    shown: { caption, imageAlt },
    seen,
  } = useTyped(slide, flash, answered)
  useUnsaved(dirty)
  const version = {
    "legende-vue": answered?.values["legende-vue"] ?? seen.caption,
    "description-vue": answered?.values["description-vue"] ?? seen.imageAlt,
  }
  return (
    <Form method="post" className="stack gap-3" preventScrollReset onInput={touch} onSubmit={submit}>
      <FormDraft name={`slide-caption:${id}`} version={version}>
        <input type="hidden" name="image" value={id} />
        <TextField
          key={caption}
          id={`legende-${id}`}
          label={`Légende de l’image ${index + 1}`}
          name="legende"
          optional
          maxLength={200}
          defaultValue={answered?.values["legende"] ?? caption}
          error={answered?.errors["legende"]}
        />
        <TextField
          key={`${imageAlt}-description`}
          id={`description-${id}`}
          label={`Description de l’image ${index + 1}`}
          hint="Ce qu’elle montre, pour qui ne la voit pas."
          name="description"
          optional
          maxLength={300}
          defaultValue={answered?.values["description"] ?? imageAlt}
          error={answered?.errors["description"]}
        />
        {answered?.stale && (
          <>
            <StaleNotice stale={answered.stale} />
            <input type="hidden" name="legende-lue" value={answered.values["legende-lue"] ?? ""} />
            <input type="hidden" name="description-lue" value={answered.values["description-lue"] ?? ""} />
          </>
        )}
        <div className="cluster">
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="legende"
            busy={sending}
            aria-label={`Enregistrer la légende de l’image ${index + 1}`}
          >
            Enregistrer
          </Button>
          {dirty && <span className="small soft">Légende non enregistrée</span>}
        </div>
      </FormDraft>
    </Form>
  )
}

type Words = Pick<CaptionedSlide, "caption" | "imageAlt">

/**
 * Dirty from the first key to the success of its own save. `shown` are the words that the fields were filled with,
 * `seen` those that the next save replaces: what is typed while a save is on its way stays, over what was just saved.
 */
function useTyped({ caption, imageAlt }: Words, flash: Flash | null, refusal: EditRefusal | null) {
  const [dirty, setDirty] = useState(false)
  const [shown, setShown] = useState<Words>({ caption, imageAlt })
  const [seen, setSeen] = useState(shown)
  const saving = useRef(false)
  const typedSince = useRef(false)
  useEffect(() => {
    if (refusal) saving.current = false
  }, [refusal])
  useEffect(() => {
    if (!flash || !saving.current) return
    saving.current = false
    if (flash.kind !== "success") return
    setSeen({ caption, imageAlt })
    if (!typedSince.current) setDirty(false)
  }, [flash, caption, imageAlt])
  if (!dirty && (shown.caption !== caption || shown.imageAlt !== imageAlt)) {
    setShown({ caption, imageAlt })
    setSeen({ caption, imageAlt })
  }
  const touch = () => {
    typedSince.current = true
    setDirty(true)
  }
  const submit = () => {
    saving.current = true
    typedSince.current = false
  }
  return { dirty, touch, submit, shown, seen }
}
