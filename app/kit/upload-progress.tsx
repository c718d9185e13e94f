import { useEffect, useState } from "react"
import { Progress } from "../ui/progress.tsx"

type UploadProgressProps = {
  label: string
  nextLabel: string
}

/**
 * React Router uses `fetch`, which reports no progress: files go by XMLHttpRequest while this is mounted (decision
 * 73).
 */
export function UploadProgress({ label, nextLabel }: UploadProgressProps) {
  const [share, setShare] = useState<number | null>(null)
  useEffect(() => {
    const originalFetch = window.fetch
    window.fetch = (input, init) => {
      const body = init?.body
      return body instanceof FormData && hasFile(body) && !(input instanceof Request)
        ? sendMeasured(input, body, init?.signal ?? null, setShare)
        : originalFetch(input, init)
    }
    return () => {
      window.fetch = originalFetch
    }
  }, [])
  if (share === null) return null
  return <Progress label={share < 1 ? label : nextLabel} value={share < 1 ? share : undefined} />
}

function hasFile(form: FormData): boolean {
  return [...form.values()].some((value) => value instanceof File && value.size > 0)
}

type OnProgress = (share: number | null) => void

function sendMeasured(
  address: string | URL,
  body: FormData,
  signal: AbortSignal | null,
  onProgress: OnProgress,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open("POST", address)
  request.responseType = "blob"
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => resolve(toResponse(request))
  request.onerror = () => reject(new TypeError("Failed to fetch"))
  request.onabort = () => reject(signal?.reason ?? new DOMException("Aborted", "AbortError"))
  signal?.addEventListener("abort", () => request.abort(), { once: true })
  onProgress(0)
  request.send(body)
  return promise.finally(() => onProgress(null))
}

function toResponse(request: XMLHttpRequest): Response {
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
