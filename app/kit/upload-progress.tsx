import { useEffect, useState } from "react"
import { Progress } from "../ui/progress.tsx"

type UploadProgressProps = {
  /** What leaves: "Envoi du relevé". */
  label: string
  /** What follows, until there is an answer: "Lecture du relevé". */
  then: string
}

/**
 * In a form that carries files: how much of them has left. React Router sends a form by `fetch`, which tells nobody; as
 * long as this is on the page, files leave by XMLHttpRequest, and all else stays as it is (decision 73).
 */
export function UploadProgress({ label, then }: UploadProgressProps) {
  const [share, setShare] = useState<number | null>(null)
  useEffect(() => {
    const plain = window.fetch
    window.fetch = (asked, init) => {
      const body = init?.body
      return body instanceof FormData && hasFile(body) && !(asked instanceof Request)
        ? sendMeasured(asked, body, init?.signal ?? null, setShare)
        : plain(asked, init)
    }
    return () => {
      window.fetch = plain
    }
  }, [])
  if (share === null) return null
  return <Progress label={share < 1 ? label : then} value={share < 1 ? share : undefined} />
}

function hasFile(form: FormData): boolean {
  return [...form.values()].some((value) => value instanceof File && value.size > 0)
}

type Tell = (share: number | null) => void

/** Posts the form as `fetch` does, with its words for a network that is cut; tells how much has left, 0 to 1, null at the end. */
function sendMeasured(
  address: string | URL,
  body: FormData,
  signal: AbortSignal | null,
  tell: Tell,
): Promise<Response> {
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
