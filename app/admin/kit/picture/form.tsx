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
  intent: string
  label: string
  hint: string
  accept: string
  stored: StoredPicture | null
  sendLabel?: string
  /** Absent when the picture cannot be removed. */
  removeIntent?: string
  refusal: EditRefusal | null
  /** Dark background, for logos made for one. */
  night?: boolean
}

export function ImageForm({
  intent,
  label,
  hint,
  accept,
  stored,
  sendLabel = "Envoyer l’image",
  removeIntent,
  refusal,
  night = false,
}: ImageFormProps) {
  const { formData } = useNavigation()
  const chosen = useChosenPicture()
  useUnsaved(chosen.src !== null)
  const id = `image-${intent}`
  const stale = refusal?.picture
  const current = stale ? stale.present : stored
  const replacedUrl = useReplacedPicture(current?.url ?? "", chosen.src !== null)
  const { progress, error, onSubmit, cancel, clearError } = useImageUpload([id], chosen.reset)
  const sending = progress !== null || formData?.get("intent") === intent
  const discard = () => {
    clearError()
    chosen.reset()
  }
  const ground = night ? "on-night rounded-photo p-4" : undefined
  return (
    <div className="stack gap-3">
      {!chosen.src && stale && <StalePicture stale={stale} intent={intent} id={id} night={night} busy={sending} />}
      {(!stale || chosen.src) && current && (
        <Current picture={current.picture} label={label} ground={ground} isBesideNew={chosen.src !== null} />
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
        <input type="hidden" name="vu" value={replacedUrl} />
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
            {sendLabel}
          </Button>
          {progress !== null && (
            <Button type="button" variant="quiet" size="small" onClick={cancel}>
              Annuler l’envoi
            </Button>
          )}
          {chosen.src && !sending && (
            <Button type="button" variant="quiet" size="small" onClick={discard}>
              Renoncer
            </Button>
          )}
        </div>
      </Form>
      {removeIntent && current && !chosen.src && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="vu" value={current.url} />
          <Button
            variant="quiet"
            size="small"
            name="intent"
            value={removeIntent}
            busy={formData?.get("intent") === removeIntent}
          >
            Retirer cette image
          </Button>
        </Form>
      )}
    </div>
  )
}

function Current({
  picture,
  label,
  ground,
  isBesideNew,
}: {
  picture: StoredPicture["picture"]
  label: string
  ground: string | undefined
  isBesideNew: boolean
}) {
  return (
    <figure className="stack gap-1">
      <div className={ground}>
        <img
          className={classes(isBesideNew ? "max-h-40" : "max-h-56", "w-auto max-w-full rounded-photo")}
          src={picture.src}
          alt={isBesideNew ? `${label}, image actuelle` : label}
        />
      </div>
      {isBesideNew && (
        <figcaption className="small soft" aria-hidden="true">
          Image actuelle
        </figcaption>
      )}
    </figure>
  )
}

function useReplacedPicture(current: string, chosen: boolean): string {
  const [replacedUrl, setReplacedUrl] = useState(current)
  if (!chosen && replacedUrl !== current) setReplacedUrl(current)
  return replacedUrl
}
