import { useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { useUnsaved } from "../../../kit/drafts/drafts.tsx"
import { Button } from "../../../ui/button.tsx"
import { FileField } from "../../../ui/file-field.tsx"
import { Progress } from "../../../ui/progress.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { type EditRefusal, refusalOf } from "../../kit/edit-refusal.ts"
import { useChosenPicture } from "../../kit/picture/use-chosen-picture.ts"
import { type UploadLimits, useImageUpload } from "../../kit/picture/use-image-upload.ts"

type FilmFormProps = {
  film: { hint: string; accept: string }
  picture: { hint: string; accept: string }
  refusal: EditRefusal | null
}

const limits: UploadLimits = {
  bytes: { film: 20 * 1024 * 1024, image: 5 * 1024 * 1024 },
  tooLarge: {
    film: "Le film dépasse 20 Mo. Choisissez-en un plus court ou plus léger.",
    image: "L’image dépasse 5 Mo. Choisissez une version plus légère.",
  },
  cutShort:
    "L’envoi s’est interrompu\u00a0: rien n’a été modifié. Vérifiez votre connexion et que le film ne dépasse pas 20\u00a0Mo, puis réessayez.",
}

/** Where the picture to wait with is taken from the film, in seconds. */
const POSTER_AT = 1

/**
 * A short film and the picture that stands for it until it is played. With a script the picture is drawn from the film
 * itself, and can be replaced; without one, it is chosen.
 */
export function FilmForm({ film, picture, refusal: answered }: FilmFormProps) {
  const { formData } = useNavigation()
  const refusal = refusalOf(answered, "film")
  const chosen = useChosenPicture()
  const poster = useChosenPicture()
  const drawnFrom = useRef<string | null>(null)
  /** The owner chose the picture: none that is drawn takes its place. */
  const ownPoster = useRef(false)
  /** What this browser cannot read, and so draws nothing from: the server says why, before a picture is asked for. */
  const [unreadable, setUnreadable] = useState<string | null>(null)
  useUnsaved(chosen.src !== null)
  const forget = () => {
    chosen.forget()
    poster.forget()
    drawnFrom.current = null
    ownPoster.current = false
  }
  const { progress, error, onSubmit, cancel, clearError } = useImageUpload(["film", "film-image"], forget, limits)
  const sending = progress !== null || formData?.get("intent") === "film"
  const draw = async (video: HTMLVideoElement) => {
    if (drawnFrom.current === chosen.src || ownPoster.current) return
    drawnFrom.current = chosen.src
    const drawn = await drawnPoster(video)
    if (!drawn || ownPoster.current) return
    const transfer = new DataTransfer()
    transfer.items.add(drawn)
    poster.take(transfer)
  }
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="stack gap-3"
      preventScrollReset
      onSubmit={onSubmit}
      onReset={forget}
    >
      <input type="hidden" name="intent" value="film" />
      <RequiredNote />
      <FileField
        id="film"
        name="film"
        label="Ajouter un film à la galerie"
        hint={film.hint}
        accept={film.accept}
        error={error ?? (progress === null ? refusal?.errors["film"] : undefined)}
        input={chosen.input}
        onChosen={(file) => {
          clearError()
          chosen.choose(file)
        }}
      />
      {chosen.src && (
        <video
          key={chosen.src}
          src={chosen.src}
          className="max-h-56 w-auto max-w-full rounded-photo"
          aria-label="Le film choisi, pas encore envoyé"
          controls
          muted
          playsInline
          preload="auto"
          onLoadedData={({ currentTarget }) => {
            currentTarget.currentTime = Math.min(POSTER_AT, currentTarget.duration / 2 || 0)
          }}
          onSeeked={({ currentTarget }) => void draw(currentTarget)}
          onError={() => setUnreadable(chosen.src)}
        />
      )}
      <FileField
        id="film-image"
        name="image"
        label="Image d’attente du film"
        hint={`Ce que l’on voit avant la lecture. Elle est prise dans le film, si votre navigateur sait le lire. ${picture.hint}`}
        accept={picture.accept}
        error={progress === null && !error ? refusal?.errors["image"] : undefined}
        input={poster.input}
        onChosen={(file) => {
          clearError()
          ownPoster.current = file !== null
          poster.choose(file)
        }}
      />
      {poster.src && (
        <img
          src={poster.src}
          alt="Ce que l’on verra avant la lecture"
          className="max-h-40 w-auto max-w-full rounded-photo"
        />
      )}
      {progress !== null && (
        <Progress
          label={progress < 1 ? "Envoi du film" : "Préparation de l’image d’attente"}
          value={progress < 1 ? progress : undefined}
        />
      )}
      <div className="cluster">
        <Button
          variant="secondary"
          size="small"
          busy={sending}
          busyText="Envoi du film…"
          formNoValidate={chosen.src !== null && chosen.src === unreadable}
        >
          Ajouter le film
        </Button>
        {progress !== null && (
          <Button type="button" variant="quiet" size="small" onClick={cancel}>
            Annuler l’envoi
          </Button>
        )}
        {chosen.src && !sending && (
          <Button
            type="button"
            variant="quiet"
            size="small"
            onClick={() => {
              clearError()
              forget()
            }}
          >
            Renoncer
          </Button>
        )}
      </div>
    </Form>
  )
}

/** What the film shows where it stands, as a picture; null when this browser has nothing of it. */
async function drawnPoster(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return null
  const canvas = document.createElement("canvas")
  // No page shows more.
  const scale = Math.min(1, 1600 / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, "image/jpeg", 0.9)
  const blob = await promise
  return blob && new File([blob], "image-d-attente.jpg", { type: "image/jpeg" })
}
