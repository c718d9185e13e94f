import { useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { useUnsaved } from "../../../kit/drafts/drafts.tsx"
import { Button } from "../../../ui/button.tsx"
import { FileField } from "../../../ui/file-field.tsx"
import { Progress } from "../../../ui/progress.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { type EditRefusal, refusalFor } from "../../kit/edit-refusal.ts"
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
  interrupted:
    "L’envoi s’est interrompu\u00a0: rien n’a été modifié. Vérifiez votre connexion et que le film ne dépasse pas 20\u00a0Mo, puis réessayez.",
}

const POSTER_SECONDS = 1

/** With JavaScript the poster is captured from the film and can be replaced; without, it is a required file. */
export function FilmForm({ film, picture, refusal: answer }: FilmFormProps) {
  const { formData } = useNavigation()
  const refusal = refusalFor(answer, "film")
  const chosenFilm = useChosenPicture()
  const poster = useChosenPicture()
  const posterSource = useRef<string | null>(null)
  /** A poster chosen by the owner is never replaced by a captured one. */
  const hasOwnPoster = useRef(false)
  /**
   * When this browser cannot play the film, the form skips validation: the server explains before a poster is
   * required.
   */
  const [unreadableSrc, setUnreadableSrc] = useState<string | null>(null)
  useUnsaved(chosenFilm.src !== null)
  const reset = () => {
    chosenFilm.reset()
    poster.reset()
    posterSource.current = null
    hasOwnPoster.current = false
  }
  const { progress, error, onSubmit, cancel, clearError } = useImageUpload(["film", "film-image"], reset, limits)
  const sending = progress !== null || formData?.get("intent") === "film"
  const capturePoster = async (video: HTMLVideoElement) => {
    if (posterSource.current === chosenFilm.src || hasOwnPoster.current) return
    posterSource.current = chosenFilm.src
    const frame = await captureFrame(video)
    if (!frame || hasOwnPoster.current) return
    const transfer = new DataTransfer()
    transfer.items.add(frame)
    poster.takeFrom(transfer)
  }
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="stack gap-3"
      preventScrollReset
      onSubmit={onSubmit}
      onReset={reset}
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
        input={chosenFilm.input}
        onChosen={(file) => {
          clearError()
          chosenFilm.choose(file)
        }}
      />
      {chosenFilm.src && (
        <video
          key={chosenFilm.src}
          src={chosenFilm.src}
          className="max-h-56 w-auto max-w-full rounded-photo"
          aria-label="Le film choisi, pas encore envoyé"
          controls
          muted
          playsInline
          preload="auto"
          onLoadedData={({ currentTarget }) => {
            currentTarget.currentTime = Math.min(POSTER_SECONDS, currentTarget.duration / 2 || 0)
          }}
          onSeeked={({ currentTarget }) => void capturePoster(currentTarget)}
          onError={() => setUnreadableSrc(chosenFilm.src)}
        />
      )}
      <FileField
        id="film-image"
        name="image"
        label="Image d’attente du film"
        hint={`Ce que l’on voit avant la lecture. ${picture.hint}`}
        accept={picture.accept}
        error={progress === null && !error ? refusal?.errors["image"] : undefined}
        input={poster.input}
        onChosen={(file) => {
          clearError()
          hasOwnPoster.current = file !== null
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
          formNoValidate={chosenFilm.src !== null && chosenFilm.src === unreadableSrc}
        >
          Ajouter le film
        </Button>
        {progress !== null && (
          <Button type="button" variant="quiet" size="small" onClick={cancel}>
            Annuler l’envoi
          </Button>
        )}
        {chosenFilm.src && !sending && (
          <Button
            type="button"
            variant="quiet"
            size="small"
            onClick={() => {
              clearError()
              reset()
            }}
          >
            Renoncer
          </Button>
        )}
      </div>
    </Form>
  )
}

/** null when the browser has decoded no frame. */
async function captureFrame(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return null
  const canvas = document.createElement("canvas")
  // No page displays it larger.
  const scale = Math.min(1, 1600 / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, "image/jpeg", 0.9)
  const blob = await promise
  return blob && new File([blob], "image-d-attente.jpg", { type: "image/jpeg" })
}
