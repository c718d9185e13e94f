import { useState } from "react"
import { Form, useNavigation } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { classes } from "../../../ui/classes.ts"
import { FileField } from "../../../ui/file-field.tsx"
import { Progress } from "../../../ui/progress.tsx"
import { ImageCrop } from "./crop.tsx"
import { useUnsaved } from "../../../kit/drafts/drafts.tsx"
import type { EditRefusal, StoredPicture } from "../edit-refusal.ts"
import { StalePicture } from "./stale-picture.tsx"
import { useChosenPicture } from "./use-chosen-picture.ts"
import { useImageUpload } from "./use-image-upload.ts"

type ImageFormProps = {
  /** Which picture of the screen: comes back in `intent`. */
  intent: string
  label: string
  hint: string
  accept: string
  stored: StoredPicture | null
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
 * pasted, is shown and framed before it leaves, and says how much of it has left. Each form says which picture it was
 * opened on, so that nobody's is overwritten unseen.
 */
export function ImageForm({
  intent,
  label,
  hint,
  accept,
  stored,
  send = "Envoyer l’image",
  remove,
  refusal,
  night = false,
}: ImageFormProps) {
  const { formData } = useNavigation()
  const chosen = useChosenPicture()
  useUnsaved(chosen.src !== null)
  const id = `image-${intent}`
  const stale = refusal?.picture
  const shown = stale ? stale.present : stored
  const seen = useSeen(shown?.url ?? "", chosen.src !== null)
  const { progress, error, onSubmit, cancel, clearError } = useImageUpload([id], chosen.forget)
  const sending = progress !== null || formData?.get("intent") === intent
  const giveUp = () => {
    clearError()
    chosen.forget()
  }
  const ground = night ? "on-night rounded-photo p-4" : undefined
  return (
    <div className="stack gap-3">
      {!chosen.src && stale && <StalePicture stale={stale} intent={intent} id={id} night={night} busy={sending} />}
      {(!stale || chosen.src) && shown && (
        <Current picture={shown.picture} label={label} ground={ground} beside={chosen.src !== null} />
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        className="stack gap-3"
        preventScrollReset
        onSubmit={onSubmit}
        onReset={() => chosen.choose(null)}
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="vu" value={seen} />
        <FileField
          id={id}
          name="image"
          label={label}
          hint={<>{hint}. Obligatoire pour l’envoi.</>}
          accept={accept}
          error={error ?? (progress === null && !stale ? refusal?.errors["image"] : undefined)}
          input={chosen.input}
          onChosen={(file) => {
            clearError()
            chosen.choose(file)
          }}
        />
        {chosen.src && (
          <ImageCrop
            key={chosen.src}
            src={chosen.src}
            alt={`${label}, choisie et pas encore envoyée`}
            ground={ground}
          />
        )}
        {progress !== null && (
          <Progress
            label={progress < 1 ? "Envoi de l’image" : "Préparation de l’image"}
            value={progress < 1 ? progress : undefined}
          />
        )}
        <div className="cluster">
          <Button variant="secondary" size="small" busy={sending} busyText="Envoi de l’image…">
            {send}
          </Button>
          {progress !== null && (
            <Button type="button" variant="quiet" size="small" onClick={cancel}>
              Annuler l’envoi
            </Button>
          )}
          {chosen.src && !sending && (
            <Button type="button" variant="quiet" size="small" onClick={giveUp}>
              Renoncer
            </Button>
          )}
        </div>
      </Form>
      {remove && shown && !chosen.src && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="vu" value={shown.url} />
          <Button variant="quiet" size="small" name="intent" value={remove} busy={formData?.get("intent") === remove}>
            Retirer cette image
          </Button>
        </Form>
      )}
    </div>
  )
}

/** What visitors see until another has been sent; captioned and smaller while another one stands below it. */
function Current({
  picture,
  label,
  ground,
  beside,
}: {
  picture: StoredPicture["picture"]
  label: string
  ground: string | undefined
  beside: boolean
}) {
  return (
    <figure className="stack gap-1">
      <div className={ground}>
        <img
          className={classes(beside ? "max-h-40" : "max-h-56", "w-auto max-w-full rounded-photo")}
          src={picture.src}
          alt={beside ? `${label}, image actuelle` : label}
        />
      </div>
      {beside && (
        <figcaption className="small soft" aria-hidden="true">
          Image actuelle
        </figcaption>
      )}
    </figure>
  )
}

/** The picture that stood there when another was chosen, whatever comes in its place meanwhile. */
function useSeen(shown: string, chosen: boolean): string {
  const [seen, setSeen] = useState(shown)
  if (!chosen && seen !== shown) setSeen(shown)
  return seen
}
