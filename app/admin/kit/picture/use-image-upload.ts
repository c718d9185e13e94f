import { type FormEvent, useEffect, useRef, useState } from "react"
import { useLocation, useRevalidator, useSubmit } from "react-router"

const interrupted =
  "Erreur lors du téléchargement de l'image. L’envoi s’est interrompu\u00a0: rien n’a été modifié. Vérifiez votre connexion et que l’image ne dépasse pas 5\u00a0Mo, puis réessayez."

/** Checked before the upload, by field name. */
export type UploadLimits = {
  bytes: Readonly<Record<string, number>>
  tooLarge: Readonly<Record<string, string>>
  interrupted: string
}

const tooLarge = "Erreur lors du téléchargement de l'image. L’image dépasse 5 Mo. Choisissez une version plus légère."

const pictureLimits: UploadLimits = { bytes: { image: 5 * 1024 * 1024 }, tooLarge: { image: tooLarge }, interrupted }

/**
 * XMLHttpRequest, because fetch reports no upload progress. After a conflict it resubmits, so that the screen shows
 * both pictures.
 */
export function useImageUpload(ids: readonly string[], onSent: () => void, limits: UploadLimits = pictureLimits) {
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
    const xhr = new XMLHttpRequest()
    request.current = xhr
    const finish = (failure: string | null) => {
      setProgress(null)
      setError(failure)
    }
    xhr.upload.onprogress = ({ loaded, total }) => setProgress(total > 0 ? loaded / total : 0)
    xhr.onload = () => {
      // Redirected: the session has ended and the sign-in page returns here.
      const responseUrl = new URL(xhr.responseURL, location.href)
      if (responseUrl.pathname !== pathname) return location.assign(responseUrl)
      const storedUrl = xhr.status === 409 ? findStoredUrl(xhr.responseText, ids) : null
      if (xhr.status !== 204 && !storedUrl) return finish(findError(xhr.responseText, ids) ?? limits.interrupted)
      finish(null)
      onSent()
      if (storedUrl)
        return void submit(
          { intent: String(form.get("intent")), vu: String(form.get("vu")), envoyee: storedUrl },
          { method: "post", preventScrollReset: true },
        )
      void revalidate()
    }
    xhr.onerror = () => finish(limits.interrupted)
    xhr.onabort = () => finish(null)
    xhr.open("POST", pathname + search)
    xhr.setRequestHeader("X-Envoi", "image")
    const form = new FormData(event.currentTarget)
    for (const [name, value] of form)
      if (value instanceof File && value.size > (limits.bytes[name] ?? 0)) return setError(limits.tooLarge[name] ?? "")
    setError(null)
    setProgress(0)
    xhr.send(form)
  }
  return { progress, error, onSubmit, cancel: () => request.current?.abort(), clearError: () => setError(null) }
}

function findError(html: string, ids: readonly string[]): string | null {
  const page = new DOMParser().parseFromString(html, "text/html")
  return ids.map((id) => page.getElementById(`${id}-error`)?.textContent?.trim()).find(Boolean) ?? null
}

function findStoredUrl(html: string, ids: readonly string[]): string | null {
  const page = new DOMParser().parseFromString(html, "text/html")
  return ids.map((id) => page.getElementById(`${id}-envoyee`)?.getAttribute("value")).find(Boolean) ?? null
}
