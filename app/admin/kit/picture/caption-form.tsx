import { useEffect, useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { useUnsaved } from "../../../kit/drafts/drafts.tsx"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import type { EditRefusal } from "../edit-refusal.ts"
import type { Flash } from "../flash.ts"
import { StaleFields } from "../stale-notice.tsx"

export type CaptionedPicture = { id: string; version: string; caption: string; imageAlt: string }

type CaptionFormProps = {
  picture: CaptionedPicture
  isFilm: boolean
  labelSuffix: string
  flash: Flash | null
  refusal: EditRefusal | null
}

/** Saves one picture only; unsaved captions of others stay. */
export function CaptionForm({ picture, isFilm, labelSuffix, flash, refusal }: CaptionFormProps) {
  const { id } = picture
  const { formData } = useNavigation()
  const sending = formData?.get("intent") === "decrire" && formData.get("photo") === id
  const ownRefusal = refusal?.values["photo"] === id ? refusal : null
  const { displayed, loadedVersion, isDirty, touch, submit } = useCaptionDraft(picture, flash, ownRefusal)
  const { caption, imageAlt } = displayed
  useUnsaved(isDirty)
  return (
    <Form method="post" className="stack gap-3" preventScrollReset onInput={touch} onSubmit={submit}>
      <FormDraft name={`picture:${id}`} version={{ vu: ownRefusal?.values["vu"] ?? loadedVersion }}>
        <input type="hidden" name="photo" value={id} />
        <TextField
          key={caption}
          id={`legende-${id}`}
          label={`Légende ${labelSuffix}`}
          name="legende"
          optional
          maxLength={200}
          defaultValue={ownRefusal?.values["legende"] ?? caption}
          error={ownRefusal?.errors["legende"]}
        />
        <TextField
          key={`${imageAlt}-description`}
          id={`description-${id}`}
          label={`Description ${labelSuffix}`}
          hint={
            isFilm
              ? "Ce qu’il montre et ce qu’on y entend, pour qui ne le voit pas ou ne l’entend pas."
              : "Ce qu’elle montre, pour qui ne la voit pas."
          }
          name="description"
          optional
          maxLength={300}
          defaultValue={ownRefusal?.values["description"] ?? imageAlt}
          error={ownRefusal?.errors["description"]}
        />
        <StaleFields refusal={ownRefusal} />
        <div className="cluster">
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="decrire"
            busy={sending}
            aria-label={`Enregistrer la légende ${labelSuffix}`}
          >
            Enregistrer
          </Button>
          {isDirty && <span className="small soft">Légende non enregistrée</span>}
        </div>
      </FormDraft>
    </Form>
  )
}

/** `loadedVersion` is what the next save replaces. Text typed during a save stays unsaved after it. */
function useCaptionDraft(
  { caption, imageAlt, version }: CaptionedPicture,
  flash: Flash | null,
  refusal: EditRefusal | null,
) {
  const [isDirty, setDirty] = useState(false)
  const [displayed, setDisplayed] = useState({ caption, imageAlt })
  const [loadedVersion, setLoadedVersion] = useState(version)
  const isSaving = useRef(false)
  const typedSinceSubmit = useRef(false)
  useEffect(() => {
    if (refusal) isSaving.current = false
  }, [refusal])
  useEffect(() => {
    if (!flash || !isSaving.current) return
    isSaving.current = false
    if (flash.kind !== "success") return
    setLoadedVersion(version)
    if (!typedSinceSubmit.current) setDirty(false)
  }, [flash, version])
  if (!isDirty && loadedVersion !== version) {
    setDisplayed({ caption, imageAlt })
    setLoadedVersion(version)
  }
  const touch = () => {
    typedSinceSubmit.current = true
    setDirty(true)
  }
  const submit = () => {
    isSaving.current = true
    typedSinceSubmit.current = false
  }
  return { displayed, loadedVersion, isDirty, touch, submit }
}
