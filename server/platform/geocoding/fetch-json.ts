import type { z } from "zod"
import { GeocodingFailure } from "./geocoder.ts"

type JsonRequest<Schema extends z.ZodType> = {
  service: "ban" | "google"
  url: URL
  schema: Schema
  signal: AbortSignal
  /** The result is null for this status. */
  refusalStatus?: number
}

/** Throws `GeocodingFailure`, never with the URL, which holds an address and a key. */
export async function fetchJson<Schema extends z.ZodType>(
  request: JsonRequest<Schema>,
): Promise<z.infer<Schema> | null> {
  const { service, url, schema, signal, refusalStatus } = request
  const body = await fetchText(service, url, signal, refusalStatus)
  if (body === null) return null
  const answer = schema.safeParse(parseJson(service, body))
  if (answer.success) return answer.data
  const where = answer.error.issues.map(({ path }) => path.join(".")).join(", ")
  throw new GeocodingFailure(service, `unexpected answer (${where || "at the top"})`)
}

async function fetchText(service: "ban" | "google", url: URL, signal: AbortSignal, refusalStatus?: number) {
  try {
    const response = await fetch(url, { signal, headers: { accept: "application/json" } })
    if (response.ok) return await response.text()
    await response.body?.cancel()
    if (response.status === refusalStatus) return null
    throw new GeocodingFailure(service, `status ${response.status}`)
  } catch (error) {
    if (error instanceof GeocodingFailure) throw error
    throw new GeocodingFailure(service, signal.aborted ? "no answer in time" : "no connection", { cause: error })
  }
}

function parseJson(service: "ban" | "google", body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new GeocodingFailure(service, "the answer is not JSON")
  }
}

export function endpoint(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base.replace(/\/+$/, "") + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
