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
  /** "de l’image 2", "du film 3". */
  ofIt: string
  flash: Flash | null
  refusal: EditRefusal | null
}

/** What a picture is about, saved by itself (`describeAct`): what is typed for another one stays unsaved. */
export function CaptionForm({ picture, isFilm, ofIt, flash, refusal }: CaptionFormProps) {
  const { id } = picture
  const { formData } = useNavigation()
  const sending = formData?.get("intent") === "decrire" && formData.get("photo") === id
  const answered = refusal?.values["photo"] === id ? refusal : null
  const {
    dirty,
    touch,
    submit,
    shown: { caption, imageAlt },
    seen,
  } = useTyped(picture, flash, answered)
  useUnsaved(dirty)
  return (
    <Form method="post" className="stack gap-3" preventScrollReset onInput={touch} onSubmit={submit}>
      <FormDraft name={`picture:${id}`} version={{ vu: answered?.values["vu"] ?? seen }}>
        <input type="hidden" name="photo" value={id} />
        <TextField
          key={caption}
          id={`legende-${id}`}
          label={`Légende ${ofIt}`}
          name="legende"
          optional
          maxLength={200}
          defaultValue={answered?.values["legende"] ?? caption}
          error={answered?.errors["legende"]}
        />
        <TextField
          key={`${imageAlt}-description`}
          id={`description-${id}`}
          label={`Description ${ofIt}`}
          hint={
            isFilm
              ? "Ce qu’il montre et ce qu’on y entend, pour qui ne le voit pas ou ne l’entend pas."
              : "Ce qu’elle montre, pour qui ne la voit pas."
          }
          name="description"
          optional
          maxLength={300}
          defaultValue={answered?.values["description"] ?? imageAlt}
          error={answered?.errors["description"]}
        />
        <StaleFields refusal={answered} />
        <div className="cluster">
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="decrire"
            busy={sending}
            aria-label={`Enregistrer la légende ${ofIt}`}
          >
            Enregistrer
          </Button>
          {dirty && <span className="small soft">Légende non enregistrée</span>}
        </div>
      </FormDraft>
    </Form>
  )
}

/**
 * Dirty from the first key to the success of its own save. `shown` are the words that the fields were filled with,
 * `seen` the version that the next save replaces: text typed while a save is on its way stays, over that save.
 */
function useTyped({ caption, imageAlt, version }: CaptionedPicture, flash: Flash | null, refusal: EditRefusal | null) {
  const [dirty, setDirty] = useState(false)
  const [shown, setShown] = useState({ caption, imageAlt })
  const [seen, setSeen] = useState(version)
  const saving = useRef(false)
  const typedSince = useRef(false)
  useEffect(() => {
    if (refusal) saving.current = false
  }, [refusal])
  useEffect(() => {
    if (!flash || !saving.current) return
    saving.current = false
    if (flash.kind !== "success") return
    setSeen(version)
    if (!typedSince.current) setDirty(false)
  }, [flash, version])
  if (!dirty && seen !== version) {
    setShown({ caption, imageAlt })
    setSeen(version)
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
