import type { z } from "zod"
import { GeocodingFailure } from "./geocoder.ts"

type Question<Schema extends z.ZodType> = {
  service: "ban" | "google"
  url: URL
  schema: Schema
  signal: AbortSignal
  /** A status that says the question was not understood, which is no outage: the answer is then null. */
  refusal?: number
}

/**
 * Asks an outside service for JSON and checks its shape. Rejects with `GeocodingFailure` on anything else: no
 * connection, the end of `signal`, another status, no JSON, another shape. The address of the question, which holds
 * the customer's address and sometimes a key, is told to nobody.
 */
export async function askJson<Schema extends z.ZodType>(question: Question<Schema>): Promise<z.infer<Schema> | null> {
  const { service, url, schema, signal, refusal } = question
  const body = await received(service, url, signal, refusal)
  if (body === null) return null
  const answer = schema.safeParse(parsed(service, body))
  if (answer.success) return answer.data
  const where = answer.error.issues.map(({ path }) => path.join(".")).join(", ")
  throw new GeocodingFailure(service, `unexpected answer (${where || "at the top"})`)
}

async function received(service: "ban" | "google", url: URL, signal: AbortSignal, refusal?: number) {
  try {
    const response = await fetch(url, { signal, headers: { accept: "application/json" } })
    if (response.ok) return await response.text()
    await response.body?.cancel()
    if (response.status === refusal) return null
    throw new GeocodingFailure(service, `status ${response.status}`)
  } catch (error) {
    if (error instanceof GeocodingFailure) throw error
    throw new GeocodingFailure(service, signal.aborted ? "no answer in time" : "no connection", { cause: error })
  }
}

function parsed(service: "ban" | "google", body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new GeocodingFailure(service, "the answer is not JSON")
  }
}

/** The address of a service's end-point, under a host that may be replaced and may have a path of its own. */
export function endpoint(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base.replace(/\/+$/, "") + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
