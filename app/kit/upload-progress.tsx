import { useSyncExternalStore } from "react"
import { Progress } from "../ui/progress.tsx"

type UploadProgressProps = {
  /** What leaves: "Envoi du relevé". */
  label: string
  /** What follows, until there is an answer: "Lecture du relevé". */
  then: string
}

/**
 * In a form that carries files: how much of them has left. React Router sends a form by `fetch`, which tells nobody; as
 * long as this is on the page, files leave by XMLHttpRequest, and all else stays as it is.
 */
export function UploadProgress({ label, then }: UploadProgressProps) {
  const share = useSyncExternalStore(
    measured,
    () => leaving,
    () => null,
  )
  if (share === null) return null
  return <Progress label={share < 1 ? label : then} value={share < 1 ? share : undefined} />
}

/** How much has left, 0 to 1; null while no file is on its way. */
let leaving: number | null = null
const listeners = new Set<() => void>()
let plainFetch: typeof fetch | undefined

function tell(share: number | null): void {
  leaving = share
  for (const listener of listeners) listener()
}

function measured(listener: () => void): () => void {
  if (listeners.size === 0) {
    plainFetch = window.fetch
    window.fetch = fetchMeasured
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && plainFetch) window.fetch = plainFetch
  }
}

const fetchMeasured: typeof fetch = (asked, init) => {
  const body = init?.body
  const carriesFiles =
    body instanceof FormData && [...body.values()].some((value) => value instanceof File && value.size > 0)
  return carriesFiles && !(asked instanceof Request)
    ? sendMeasured(asked, body, init?.signal ?? null)
    : (plainFetch ?? fetch)(asked, init)
}

/** Posts the form as `fetch` does, with its words for a network that is cut. */
function sendMeasured(address: string | URL, body: FormData, signal: AbortSignal | null): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open("POST", address)
  request.responseType = "blob"
  request.upload.onprogress = ({ loaded, total }) => tell(total > 0 ? loaded / total : 0)
  request.onload = () => resolve(answerOf(request))
  request.onerror = () => reject(new TypeError("Failed to fetch"))
  request.onabort = () => reject(signal?.reason ?? new DOMException("Aborted", "AbortError"))
  signal?.addEventListener("abort", () => request.abort(), { once: true })
  tell(0)
  request.send(body)
  return promise.finally(() => tell(null))
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const headers = request
    .getAllResponseHeaders()
    .split("\r\n")
    .flatMap((line): [string, string][] => {
      const colon = line.indexOf(":")
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : []
    })
  return new Response([204, 205, 304].includes(status) ? null : request.response, { status, statusText, headers })
}
