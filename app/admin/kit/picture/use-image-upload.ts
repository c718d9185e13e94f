import { type FormEvent, useEffect, useRef, useState } from "react"
import { useLocation, useRevalidator, useSubmit } from "react-router"

/** The words of the specification (section 8), then what to do. */
const cutShort =
  "Erreur lors du téléchargement de l'image. L’envoi s’est interrompu\u00a0: rien n’a été modifié. Vérifiez votre connexion et que l’image ne dépasse pas 5\u00a0Mo, puis réessayez."

/** What is said of a file before it has travelled, as the server would, by the name of its field; and of a cut. */
export type UploadLimits = {
  /** The most that it may weigh. */
  bytes: Readonly<Record<string, number>>
  tooLarge: Readonly<Record<string, string>>
  cutShort: string
}

const tooLarge = "Erreur lors du téléchargement de l'image. L’image dépasse 5 Mo. Choisissez une version plus légère."

const ofPicture: UploadLimits = { bytes: { image: 5 * 1024 * 1024 }, tooLarge: { image: tooLarge }, cutShort }

/**
 * Sends the form with a measure of how much of it has left, 0 to 1, which only XMLHttpRequest gives. The answer is the
 * page that the plain form would have got: its error, beside the first of the fields `ids` that
 * has one, is shown here. When somebody else changed the
 * picture meanwhile, the one that was sent is asked for again as the page would: the screen then shows both.
 */
export function useImageUpload(ids: readonly string[], onSent: () => void, limits: UploadLimits = ofPicture) {
  const { pathname, search } = useLocation()
  const submit = useSubmit()
  const { revalidate } = useRevalidator()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const request = useRef<XMLHttpRequest>(undefined)
  useEffect(() => () => request.current?.abort(), [])

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (progress !== null) return
    const sending = new XMLHttpRequest()
    request.current = sending
    const end = (failure: string | null) => {
      setProgress(null)
      setError(failure)
    }
    sending.upload.onprogress = ({ loaded, total }) => setProgress(total > 0 ? loaded / total : 0)
    sending.onload = () => {
      // Somewhere else: the session has ended, and the page that asks to sign in leads back here.
      const answered = new URL(sending.responseURL, location.href)
      if (answered.pathname !== pathname) return location.assign(answered)
      const kept = sending.status === 409 ? keptIn(sending.responseText, ids) : null
      if (sending.status !== 204 && !kept) return end(errorIn(sending.responseText, ids) ?? limits.cutShort)
      end(null)
      onSent()
      if (kept)
        return void submit(
          { intent: String(form.get("intent")), vu: String(form.get("vu")), envoyee: kept },
          { method: "post", preventScrollReset: true },
        )
      void revalidate()
    }
    sending.onerror = () => end(limits.cutShort)
    sending.onabort = () => end(null)
    sending.open("POST", pathname + search)
    sending.setRequestHeader("X-Envoi", "image")
    const form = new FormData(event.currentTarget)
    for (const [name, value] of form)
      if (value instanceof File && value.size > (limits.bytes[name] ?? 0)) return setError(limits.tooLarge[name] ?? "")
    setError(null)
    setProgress(0)
    sending.send(form)
  }
  return { progress, error, onSubmit, cancel: () => request.current?.abort(), clearError: () => setError(null) }
}

function errorIn(html: string, ids: readonly string[]): string | null {
  const page = new DOMParser().parseFromString(html, "text/html")
  return ids.map((id) => page.getElementById(`${id}-error`)?.textContent?.trim()).find(Boolean) ?? null
}

/** Which picture the page has kept of what was sent. */
function keptIn(html: string, ids: readonly string[]): string | null {
  const page = new DOMParser().parseFromString(html, "text/html")
  return ids.map((id) => page.getElementById(`${id}-envoyee`)?.getAttribute("value")).find(Boolean) ?? null
}
