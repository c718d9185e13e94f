import { addressGroup } from "../request/client-address.ts"
import type { ChangeFeed, Change } from "./change-feed.ts"
import { log } from "../log.ts"
import { isLoopback } from "../loopback.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { withinTime } from "../within-time.ts"
import { type Key, type Topic, topicKeys, changeKeys, rightsKey } from "./topics.ts"

export const STREAM_TYPE = "text/event-stream; charset=utf-8"

const HEARTBEAT_MS = 30_000
const RIGHTS_EVERY_BEATS = 10
const MAX_RIGHTS_CHECKS = 4
/** Strangers cannot take the places of signed-in people. */
export const limits = { perAddress: 32, perPerson: 16, strangers: 1_000, total: 1_500 }
const MAX_UNREAD = 64
/** Spreads reloads after a restart. */
const SPREAD_MS = 5_000
const RECONNECT_SECONDS = 60
const MAX_KEYS = 20_000
const WARN_EVERY_MS = 60_000
const SINCE_TIMEOUT_MS = 800

export type StreamRequest = {
  topics: readonly Topic[]
  since: number | null
  address: string
  /** null for strangers. */
  subscriber: Subscriber | null
  signal: AbortSignal
}

export type Subscriber = {
  person: string
  endsAt: Date
  /** Current session end, or null when access was revoked. */
  readSessionEnd(): Promise<Date | null>
}

type StreamRefusal = "too-many" | "full" | "closed"

type Stream = StreamRequest & {
  keys: readonly Key[]
  endsAt: Date | null
  send(text: string): void
  end(): void
  beats: number
}

const encoder = new TextEncoder()
const streams = new Set<Stream>()
const byKey = new Map<Key, Set<Stream>>()
const counts = { address: new Map<string, number>(), person: new Map<string, number>(), strangers: 0 }
/** Ordered by time: the oldest key is dropped first. */
const changedAt = new Map<Key, number>()
/** Infinity while disconnected. */
let completeSince = Infinity
let lastTick = 0
let isOpen = false
let heartbeatTimer: NodeJS.Timeout | undefined
let refreshFeed: ChangeFeed["refresh"] | null = null
let warnedAt = -Infinity
const limitRightsChecks = limitConcurrency(MAX_RIGHTS_CHECKS)

/** Strictly increasing, so that a reading and a change never tie. */
function tick(): number {
  lastTick = Math.max(Date.now(), lastTick + 1)
  return lastTick
}

export function openStreams(changeFeed: Pick<ChangeFeed, "listen" | "refresh">): void {
  isOpen = true
  refreshFeed = changeFeed.refresh
  // Each stream beats in a random tenth of the interval, so that not all write at once.
  heartbeatTimer = setInterval(sendHeartbeats, HEARTBEAT_MS / 10)
  heartbeatTimer.unref()
  changeFeed.listen({
    onChanges: handleChanges,
    onDisconnect() {
      completeSince = Infinity
    },
    onConnected() {
      changedAt.clear()
      completeSince = tick()
      for (const stream of streams) notifySoon(stream)
    },
    isListening: () => streams.size > 0,
  })
}

export function closeStreams(): void {
  isOpen = false
  refreshFeed = null
  clearInterval(heartbeatTimer)
  for (const stream of streams) stream.end()
}

export function countStreams(): number {
  return streams.size
}

/** Call before reading a page: waits for every commit so far. */
export async function readLiveSince(): Promise<number | null> {
  if (refreshFeed) await withinTime(SINCE_TIMEOUT_MS, refreshFeed()).catch(() => undefined)
  return completeSince === Infinity ? null : tick()
}

export function openStream(request: StreamRequest): Response | StreamRefusal {
  if (!isOpen) return "closed"
  const group = addressGroup(request.address)
  const isCounted = !isLoopback(request.address)
  const person = request.subscriber?.person
  if (isCounted && (counts.address.get(group) ?? 0) >= limits.perAddress) return "too-many"
  if (streams.size >= limits.total || (person === undefined && counts.strangers >= limits.strangers)) return "full"

  if (person !== undefined && (counts.person.get(person) ?? 0) >= limits.perPerson) closeOldestStream(person)

  const count = (delta: 1 | -1) => {
    if (isCounted) addToCounter(counts.address, group, delta)
    if (person === undefined) counts.strangers += delta
    else addToCounter(counts.person, person, delta)
  }
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const keys = [...request.topics.flatMap(topicKeys), ...(person === undefined ? [] : [rightsKey(person)])]
  const stream: Stream = {
    ...request,
    keys,
    endsAt: request.subscriber?.endsAt ?? null,
    beats: Math.floor(Math.random() * 10),
    send(text) {
      if ((controller?.desiredSize ?? 0) < -MAX_UNREAD) return stream.end()
      controller?.enqueue(encoder.encode(text))
    },
    end() {
      if (!streams.delete(stream)) return
      count(-1)
      for (const key of keys) removeKey(key, stream)
      request.signal.removeEventListener("abort", stream.end)
      controller?.close()
      controller = null
    },
  }
  const body = new ReadableStream<Uint8Array>({
    start(streamController) {
      controller = streamController
    },
    cancel() {
      controller = null
      stream.end()
    },
  })
  streams.add(stream)
  count(1)
  for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(stream))
  request.signal.addEventListener("abort", stream.end)
  if (request.signal.aborted) stream.end()
  sendInitial(stream)
  return new Response(body, {
    headers: {
      "Content-Type": STREAM_TYPE,
      // Proxies must neither buffer nor compress.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      // A stopping process would otherwise wait for the idle connection.
      Connection: "close",
    },
  })
}

function closeOldestStream(person: string): void {
  for (const stream of streams) {
    if (stream.subscriber?.person !== person) continue
    stream.send(formatEvent("later", String(RECONNECT_SECONDS)))
    return stream.end()
  }
}

function sendInitial(stream: Stream): void {
  stream.send(formatEvent("open"))
  if (completeSince === Infinity) return
  const { since, subscriber, keys } = stream
  if (since === null || since < completeSince) return notifySoon(stream)
  const at = keys.some((key) => (changedAt.get(key) ?? 0) > since) ? tick() : null
  if (subscriber) void checkAndNotify(stream, at)
  else if (at !== null) notify(stream, at)
}

function notifySoon(stream: Stream): void {
  setTimeout(() => void checkAndNotify(stream, tick()), Math.random() * SPREAD_MS).unref()
}

function handleChanges(changes: readonly Change[]): void {
  const keys = new Set(changes.flatMap(changeKeys))
  const at = tick()
  for (const key of keys) {
    changedAt.delete(key)
    changedAt.set(key, at)
  }
  for (const [key, droppedAt] of changedAt) {
    if (changedAt.size <= MAX_KEYS) break
    changedAt.delete(key)
    completeSince = droppedAt + 1
  }
  for (const stream of new Set([...keys].flatMap((key) => [...(byKey.get(key) ?? [])]))) {
    const hasChanged = stream.topics.flatMap(topicKeys).some((key) => keys.has(key))
    const mayHaveLostRights = stream.subscriber !== null && keys.has(rightsKey(stream.subscriber.person))
    if (mayHaveLostRights) void checkAndNotify(stream, hasChanged ? at : null)
    else if (hasChanged) notify(stream, at)
  }
}

/** `at` is null when only rights may have ended. */
async function checkAndNotify(stream: Stream, at: number | null): Promise<void> {
  if ((stream.subscriber === null || (await recheckRights(stream))) && at !== null) notify(stream, at)
}

function notify(stream: Stream, at: number): void {
  stream.send(formatEvent("changed", String(at)))
}

function formatEvent(event: "open" | "changed" | "beat" | "later" | "ended", data = ""): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

async function recheckRights(stream: Stream): Promise<boolean> {
  try {
    const sessionEnd = await limitRightsChecks(async () =>
      streams.has(stream) ? ((await stream.subscriber?.readSessionEnd()) ?? null) : null,
    )
    if (!streams.has(stream)) return false
    if (sessionEnd && sessionEnd.getTime() > Date.now()) {
      stream.endsAt = sessionEnd
      return true
    }
    stream.send(formatEvent("ended"))
  } catch (error) {
    if (performance.now() - warnedAt > WARN_EVERY_MS) {
      warnedAt = performance.now()
      log.warn("Whether people may still listen could not be asked", { error })
    }
  }
  stream.end()
  return false
}

function sendHeartbeats(): void {
  for (const stream of streams) {
    if (stream.beats++ % 10 !== 0) continue
    stream.send(formatEvent("beat"))
    const isDue = stream.beats > RIGHTS_EVERY_BEATS * 10 || (stream.endsAt?.getTime() ?? Infinity) <= Date.now()
    if (!isDue) continue
    stream.beats = 1
    if (stream.subscriber) void recheckRights(stream)
  }
}

function addToCounter(counters: Map<string, number>, key: string, delta: 1 | -1): void {
  const next = (counters.get(key) ?? 0) + delta
  if (next > 0) counters.set(key, next)
  else counters.delete(key)
}

function removeKey(key: Key, stream: Stream): void {
  const all = byKey.get(key)
  all?.delete(stream)
  if (all?.size === 0) byKey.delete(key)
}
