import { useEffect, useState } from "react"
import { Form, useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Field } from "../../ui/field.tsx"
import type { Picture } from "../../ui/photo.tsx"
import type { EditRefusal } from "./refusal.ts"

type ImageFormProps = {
  /** Which picture of the screen: comes back in `intent`. */
  intent: string
  label: string
  hint: string
  accept: string
  picture: Picture | null
  /** What the button says: "Envoyer l’image". */
  send?: string
  /** The intent that takes the picture away; absent when it cannot be. */
  remove?: string
  refusal: EditRefusal | null
  /** On night: a logo made for a dark ground can be seen. */
  night?: boolean
}

/** One picture: what is shown now, another in its place, or none. */
export function ImageForm({ intent, label, hint, accept, picture, send = "Envoyer l’image", remove, refusal, night }: ImageFormProps) {
  const { formData } = useNavigation()
  const sending = formData?.get("intent") === intent
  const [chosen, choose] = useChosenPicture()
  const shown = chosen ?? picture?.src
  return (
    <div className="stack gap-3">
      {shown && (
        <div className={night ? "on-night rounded-photo p-4" : undefined}>
          <img className="max-h-56 w-auto max-w-full rounded-photo" src={shown} alt={chosen ? `${label}, choisie et pas encore envoyée` : label} />
        </div>
      )}
      <Form method="post" encType="multipart/form-data" className="stack gap-3" preventScrollReset onReset={() => choose(null)}>
        <input type="hidden" name="intent" value={intent} />
        <Field label={label} hint={hint} error={refusal?.errors["image"]} id={`image-${intent}`}>
          {(control) => (
            <input
              {...control}
              type="file"
              name="image"
              accept={accept}
              className="input"
              onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
            />
          )}
        </Field>
        <div className="cluster">
          <Button variant="secondary" size="small" busy={sending} busyText="Envoi de l’image…">
            {send}
          </Button>
        </div>
      </Form>
      {remove && picture && (
        <Form method="post" preventScrollReset>
          <Button variant="quiet" size="small" name="intent" value={remove} busy={formData?.get("intent") === remove}>
            Retirer cette image
          </Button>
        </Form>
      )}
    </div>
  )
}

/** The picture that was chosen and not sent yet, as this browser shows it. */
function useChosenPicture(): [string | null, (file: File | null) => void] {
  const [file, setFile] = useState<File | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return [url, setFile]
}
