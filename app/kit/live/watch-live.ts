import { href } from "react-router"

/** Prescribed in milliseconds by section 9 of the specification. */
const reconnectDelays = [1_000, 2_000, 5_000, 10_000] as const
const TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 30_000
const MAX_RETRY_MS = 10 * 60_000

type LiveWatch = {
  topics: readonly string[]
  since: () => number | null
  open: (address: string, signal: AbortSignal) => Promise<Response>
  isVisible: () => boolean
  onChanged: (at: number) => void
  onEnded: () => void
}

/** Catches up on missed changes when visible (decision 57); stops after a final refusal. */
export function watchLive({ topics, since, open, isVisible, onChanged, onEnded }: LiveWatch): {
  update: () => void
  stop: () => void
} {
  let attempt = 0
  let stopped = false
  let notBefore = 0
  let connection: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const disconnect = () => {
    clearTimeout(timer)
    timer = undefined
    connection?.abort()
    connection = null
  }
  const stop = () => {
    stopped = true
    disconnect()
  }
  const setDeadline = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(reconnect, milliseconds)
  }
  const reconnect = (retryAfterMs = 0) => {
    disconnect()
    notBefore = Date.now() + retryAfterMs
    if (stopped || !isVisible()) return
    const delay = reconnectDelays[Math.min(attempt++, reconnectDelays.length - 1)] ?? 0
    connectIn(Math.max(delay, retryAfterMs))
  }
  const connectIn = (milliseconds: number) => {
    timer = setTimeout(() => void connect(), milliseconds)
  }

  const connect = async () => {
    disconnect()
    const mine = new AbortController()
    connection = mine
    setDeadline(TIMEOUT_MS)
    try {
      const readAt = since()
      const query = new URLSearchParams({ topics: topics.join(","), ...(readAt !== null && { since: String(readAt) }) })
      const response = await open(`${href("/api/live")}?${query}`, mine.signal)
      if (connection !== mine) return
      // 429 and 5xx are temporary; any other refusal is final.
      if (response.status === 429 || response.status >= 500)
        return reconnect(retryAfterMs(response.headers.get("retry-after")))
      if (!response.ok || !response.body) return stop()
      // A captive portal's page, for example.
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return reconnect()
      for await (const event of parseEvents(response.body)) {
        if (connection !== mine) return
        attempt = 0
        setDeadline(HEARTBEAT_MS + TIMEOUT_MS)
        handleEvent(event)
        if (stopped || connection !== mine) return
      }
    } catch {
      // Cut, refused by the network, or aborted here.
    }
    if (connection === mine) reconnect()
  }

  const handleEvent = ({ event, data }: StreamEvent) => {
    if (event === "changed") onChanged(Number(data))
    // Another page of the same person has taken its place.
    if (event === "later") reconnect(retryAfterMs(data))
    // `SessionSync` tells the visitor, and loses nothing typed.
    if (event !== "ended") return
    stop()
    onEnded()
  }

  const update = () => {
    if (stopped) return
    if (!isVisible()) return disconnect()
    if (connection || timer !== undefined) return
    const wait = notBefore - Date.now()
    if (wait > 0) connectIn(wait)
    else void connect()
  }

  return { update, stop }
}

/** `retry-after` in seconds or as a date; 0 for anything else. */
function retryAfterMs(text: string | null): number {
  const value = text ?? ""
  const later = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Math.min(MAX_RETRY_MS, Math.max(0, later || 0))
}

type StreamEvent = { event: string; data: string }

async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
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
