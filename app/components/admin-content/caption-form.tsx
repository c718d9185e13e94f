import { useEffect, useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { Flash } from "../admin/bookings-view.ts"
import { LeaveGuard } from "./leave-guard.tsx"
import type { EditRefusal } from "./refusal.ts"

export type CaptionedSlide = { id: string; caption: string; imageAlt: string }

type CaptionFormProps = { slide: CaptionedSlide; index: number; flash: Flash | null; refusal: EditRefusal | null }

/** What a picture of the carousel is about, saved by itself: what is typed for another one stays unsaved. */
export function CaptionForm({ slide, index, flash, refusal }: CaptionFormProps) {
  const { id } = slide
  const { formData } = useNavigation()
  const sending = formData?.get("intent") === "legende" && formData.get("image") === id
  const answered = refusal?.values["image"] === id ? refusal : null
  const { dirty, touch, submit } = useTyped(flash, answered)
  const { caption, imageAlt } = useShown(slide, dirty)
  return (
    <Form method="post" className="stack gap-3" preventScrollReset onInput={touch} onSubmit={submit}>
      <LeaveGuard dirty={dirty} />
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
      <div className="cluster">
        <Button variant="secondary" size="small" name="intent" value="legende" busy={sending} aria-label={`Enregistrer la légende de l’image ${index + 1}`}>
          Enregistrer
        </Button>
        {dirty && <span className="small soft">Légende non enregistrée</span>}
      </div>
    </Form>
  )
}

/** Dirty from the first key to the success of its own save, unless more was typed while that was on its way. */
function useTyped(flash: Flash | null, refusal: EditRefusal | null) {
  const [dirty, setDirty] = useState(false)
  const saving = useRef(false)
  useEffect(() => {
    if (refusal) saving.current = false
  }, [refusal])
  useEffect(() => {
    if (flash && saving.current) {
      saving.current = false
      if (flash.kind === "success") setDirty(false)
    }
  }, [flash])
  const touch = () => {
    saving.current = false
    setDirty(true)
  }
  const submit = () => {
    saving.current = true
  }
  return { dirty, touch, submit }
}

/** What the fields were filled with: what is typed over it stays, whatever is stored meanwhile. */
function useShown({ caption, imageAlt }: CaptionedSlide, dirty: boolean): Pick<CaptionedSlide, "caption" | "imageAlt"> {
  const [shown, setShown] = useState({ caption, imageAlt })
  if (!dirty && (shown.caption !== caption || shown.imageAlt !== imageAlt)) setShown({ caption, imageAlt })
  return shown
}
