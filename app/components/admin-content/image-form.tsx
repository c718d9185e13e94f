import { useEffect, useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { classes } from "../../ui/classes.ts"
import { Field } from "../../ui/field.tsx"
import type { Picture } from "../../ui/photo.tsx"
import { Progress } from "../../ui/progress.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { ImageCrop } from "./image-crop.tsx"
import type { EditRefusal } from "./refusal.ts"
import { useImageUpload } from "./use-image-upload.ts"

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

/**
 * One picture: what is shown now, another in its place, or none. With a script it can also be dropped on the field or
 * pasted, is shown and framed before it leaves, and says how much of it has left.
 */
export function ImageForm({ intent, label, hint, accept, picture, send = "Envoyer l’image", remove, refusal, night }: ImageFormProps) {
  const { formData } = useNavigation()
  const hydrated = useHydrated()
  const [chosen, choose] = useChosenPicture()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = `image-${intent}`
  const { progress, error, onSubmit, cancel } = useImageUpload(`${id}-error`, () => {
    if (input.current) input.current.value = ""
    choose(null)
  })
  const sending = progress !== null || formData?.get("intent") === intent
  /** As if it had been chosen in the field. False when there is no file among what was dropped or pasted. */
  const take = (transfer: DataTransfer): boolean => {
    const [file] = transfer.files
    if (!file || !input.current) return false
    const only = new DataTransfer()
    only.items.add(file)
    input.current.files = only.files
    choose(file)
    return true
  }
  return (
    <div className="stack gap-3">
      {!chosen && picture && (
        <div className={night ? "on-night rounded-photo p-4" : undefined}>
          <img className="max-h-56 w-auto max-w-full rounded-photo" src={picture.src} alt={label} />
        </div>
      )}
      <Form method="post" encType="multipart/form-data" className="stack gap-3" preventScrollReset onSubmit={onSubmit} onReset={() => choose(null)}>
        <input type="hidden" name="intent" value={intent} />
        <div
          className={classes("rounded-control border border-dashed p-3", over ? "border-accent-line bg-accent-wash" : "border-line")}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer)
          }}
          onPaste={(event) => {
            if (take(event.clipboardData)) event.preventDefault()
          }}
        >
          <Field label={label} hint={hint} error={error ?? (progress === null ? refusal?.errors["image"] : undefined)} id={id}>
            {(control) => (
              <input
                {...control}
                ref={input}
                type="file"
                name="image"
                accept={accept}
                className="input"
                onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
              />
            )}
          </Field>
          {hydrated && <p className="hint">Vous pouvez aussi la déposer ici, ou la coller quand ce champ est choisi.</p>}
        </div>
        {chosen && (
          <div className={night ? "on-night rounded-photo p-4" : undefined}>
            <ImageCrop key={chosen} src={chosen} alt={`${label}, choisie et pas encore envoyée`} />
          </div>
        )}
        {progress !== null && <Progress label={progress < 1 ? "Envoi de l’image" : "Préparation de l’image"} value={progress < 1 ? progress : undefined} />}
        <div className="cluster">
          <Button variant="secondary" size="small" busy={sending} busyText="Envoi de l’image…">
            {send}
          </Button>
          {progress !== null && (
            <Button type="button" variant="quiet" size="small" onClick={cancel}>
              Annuler l’envoi
            </Button>
          )}
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
