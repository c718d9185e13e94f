import { type FormEvent, useEffect, useRef, useState } from "react"
import { useLocation, useRevalidator, useSubmit } from "react-router"

/** The words of the specification (section 8), then what to do. */
const cutShort =
  "Erreur lors du téléchargement de l'image. L’envoi s’est interrompu\u00a0: rien n’a été modifié. Vérifiez votre connexion et que l’image ne dépasse pas 5\u00a0Mo, puis réessayez."

/** What the server says of such a file, before it has travelled. */
const MAX_BYTES = 5 * 1024 * 1024
const tooLarge = "Erreur lors du téléchargement de l'image. L’image dépasse 5 Mo. Choisissez une version plus légère."

/**
 * Sends the form with a measure of how much of it has left, 0 to 1, which only XMLHttpRequest gives. The answer is the
 * page that the plain form would have got: its error, beside the field `id`, is shown here. When somebody else changed the
 * picture meanwhile, the one that was sent is asked for again as the page would: the screen then shows both.
 */
export function useImageUpload(id: string, onSent: () => void) {
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
      const kept = sending.status === 409 ? keptIn(sending.responseText, id) : null
      if (sending.status !== 204 && !kept) return end(errorIn(sending.responseText, id))
      end(null)
      onSent()
      if (kept)
        return void submit(
          { intent: String(form.get("intent")), vu: String(form.get("vu")), envoyee: kept },
          { method: "post", preventScrollReset: true },
        )
      void revalidate()
    }
    sending.onerror = () => end(cutShort)
    sending.onabort = () => end(null)
    sending.open("POST", pathname + search)
    sending.setRequestHeader("X-Envoi", "image")
    const form = new FormData(event.currentTarget)
    if ([...form.values()].some((value) => value instanceof File && value.size > MAX_BYTES)) return setError(tooLarge)
    setError(null)
    setProgress(0)
    sending.send(form)
  }
  return { progress, error, onSubmit, cancel: () => request.current?.abort(), clearError: () => setError(null) }
}

function errorIn(html: string, id: string): string {
  const said = new DOMParser().parseFromString(html, "text/html").getElementById(`${id}-error`)?.textContent?.trim()
  return said || cutShort
}

/** Which picture the page has kept of what was sent. */
function keptIn(html: string, id: string): string | null {
  return (
    new DOMParser().parseFromString(html, "text/html").getElementById(`${id}-envoyee`)?.getAttribute("value") ?? null
  )
}
