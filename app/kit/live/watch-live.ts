import { href } from "react-router"

/** Section 9 of the specification, in milliseconds. */
export const reconnectDelays = [1_000, 2_000, 5_000, 10_000] as const
const TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 30_000

export type LiveWatch = {
  topics: readonly string[]
  /** What the page knows: see `liveSince`. Null when that is not known. */
  since: string | null
  open: (address: string, signal: AbortSignal) => Promise<Response>
  isVisible: () => boolean
  /** So many things have changed, at least. */
  onChanged: (count: number) => void
}

/**
 * Listens to what changes of an open page, while it is visible, and catches up with what it missed (decision 57). A
 * stream that is refused for good is not asked for again. Answers `look`, for a page that becomes visible or hidden, and
 * `stop`.
 */
export function watchLive({ topics, since, open, isVisible, onChanged }: LiveWatch): {
  look: () => void
  stop: () => void
} {
  let told = since
  let attempt = 0
  let over = false
  let connection: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const rest = () => {
    clearTimeout(timer)
    timer = undefined
    connection?.abort()
    connection = null
  }
  const stop = () => {
    over = true
    rest()
  }
  const within = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(lost, milliseconds)
  }
  const lost = (retryAfterMs = 0) => {
    rest()
    if (over || !isVisible()) return
    const delay = reconnectDelays[Math.min(attempt++, reconnectDelays.length - 1)] ?? 0
    timer = setTimeout(() => void connect(), Math.max(delay, retryAfterMs))
  }

  const connect = async () => {
    rest()
    const mine = new AbortController()
    connection = mine
    within(TIMEOUT_MS)
    try {
      const query = new URLSearchParams({ topics: topics.join(","), ...(told !== null && { since: told }) })
      const response = await open(`${href("/api/live")}?${query}`, mine.signal)
      if (connection !== mine) return
      // A place is found later; what is not there, or not for this page, never.
      if (response.status === 429 || response.status >= 500)
        return lost(Number(response.headers.get("retry-after") ?? 0) * 1000)
      if (!response.ok || !response.body) return stop()
      for await (const event of eventsOf(response.body)) {
        if (connection !== mine) return
        attempt = 0
        within(HEARTBEAT_MS + TIMEOUT_MS)
        take(event)
        if (over) return
      }
    } catch {
      // Cut, refused by the network, or let go by us.
    }
    if (connection === mine) lost()
  }

  const take = ({ event, id, data }: StreamEvent) => {
    if (id !== null) told = id
    if (event === "changed") onChanged(Number(data) || 1)
    // Whoever listens may not any more. What the page says then is the session keeper's, which lets nobody lose a word.
    if (event === "ended") stop()
  }

  const look = () => {
    if (over) return
    if (!isVisible()) rest()
    else if (!connection && timer === undefined) void connect()
  }

  return { look, stop }
}

type StreamEvent = { event: string; id: string | null; data: string }

/** What a stream of server-sent events says, one event after the other. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (text + decoder.decode(value, { stream: true })).split("\n\n")
    text = parts.pop() ?? ""
    for (const part of parts) {
      const fields = new Map(part.split("\n").map((line) => line.split(": ", 2) as [string, string]))
      yield { event: fields.get("event") ?? "message", id: fields.get("id") ?? null, data: fields.get("data") ?? "" }
    }
  }
}
