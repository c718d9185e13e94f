import { href } from "react-router"

/** Section 9 of the specification, in milliseconds. */
const reconnectDelays = [1_000, 2_000, 5_000, 10_000] as const
const TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 30_000
/** What a proxy says, or a clock that goes wrong, keeps nobody away for longer. */
const MAX_LATER_MS = 10 * 60_000

export type LiveWatch = {
  topics: readonly string[]
  /** When the page was read: see `LivePage`. */
  since: () => number | null
  open: (address: string, signal: AbortSignal) => Promise<Response>
  isVisible: () => boolean
  /** `at` is by the clock of `since`. */
  onChanged: (at: number) => void
  /** The listener may not any more. */
  onEnded: () => void
}

/**
 * Listens to what changes of an open page, while it is visible, and catches up with what it missed (decision 57). A
 * stream that is refused for good is not asked for again. Answers `look`, for a page that becomes visible or hidden, and
 * `stop`.
 */
export function watchLive({ topics, since, open, isVisible, onChanged, onEnded }: LiveWatch): {
  look: () => void
  stop: () => void
} {
  let attempt = 0
  let over = false
  /** Anyone who was refused for now does not ask before, by `Date.now`. */
  let notBefore = 0
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
  const lost = (laterMs = 0) => {
    rest()
    notBefore = Date.now() + laterMs
    if (over || !isVisible()) return
    const delay = reconnectDelays[Math.min(attempt++, reconnectDelays.length - 1)] ?? 0
    connectIn(Math.max(delay, laterMs))
  }
  const connectIn = (milliseconds: number) => {
    timer = setTimeout(() => void connect(), milliseconds)
  }

  const connect = async () => {
    rest()
    const mine = new AbortController()
    connection = mine
    within(TIMEOUT_MS)
    try {
      const readAt = since()
      const query = new URLSearchParams({ topics: topics.join(","), ...(readAt !== null && { since: String(readAt) }) })
      const response = await open(`${href("/api/live")}?${query}`, mine.signal)
      if (connection !== mine) return
      // A place is found later; what is not there, or not for this page, never.
      if (response.status === 429 || response.status >= 500) return lost(laterMs(response.headers.get("retry-after")))
      if (!response.ok || !response.body) return stop()
      // The page of a network that wants to be paid first, say.
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return lost()
      for await (const event of eventsOf(response.body)) {
        if (connection !== mine) return
        attempt = 0
        within(HEARTBEAT_MS + TIMEOUT_MS)
        take(event)
        if (over || connection !== mine) return
      }
    } catch {
      // Cut, refused by the network, or let go by us.
    }
    if (connection === mine) lost()
  }

  const take = ({ event, data }: StreamEvent) => {
    if (event === "changed") onChanged(Number(data))
    // Another page of the same person has taken its place.
    if (event === "later") lost(laterMs(data))
    // What the page says then is the session keeper's, which lets nobody lose a word.
    if (event !== "ended") return
    stop()
    onEnded()
  }

  const look = () => {
    if (over) return
    if (!isVisible()) return rest()
    if (connection || timer !== undefined) return
    const wait = notBefore - Date.now()
    if (wait > 0) connectIn(wait)
    else void connect()
  }

  return { look, stop }
}

/** Seconds, or a date as some proxies say it, in milliseconds from now; 0 for anything else. */
function laterMs(text: string | null): number {
  const given = text ?? ""
  const later = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now()
  return Math.min(MAX_LATER_MS, Math.max(0, later || 0))
}

type StreamEvent = { event: string; data: string }

/** What a stream of server-sent events says, one event after the other. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
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
      yield { event: fields.get("event") ?? "message", data: fields.get("data") ?? "" }
    }
  }
}
