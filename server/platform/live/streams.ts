import { addressGroup } from "../request/client-address.ts"
import type { Bell, Change } from "./bell.ts"
import { log } from "../log.ts"
import { isLoopback } from "../loopback.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { withinTime } from "../within-time.ts"
import { type Key, type Topic, keysOf, keysOfChange, rightsKey } from "./topics.ts"

export const STREAM_TYPE = "text/event-stream; charset=utf-8"

/** Section 9 of the specification: a stream that says nothing for longer has been lost. */
const HEARTBEAT_MS = 30_000
/** Rights are asked again when they change, and every so often in case that went unheard. */
const RIGHTS_EVERY_BEATS = 10
/** Of so many people at once: anyone who asks for a page needs the database too. */
const RIGHTS_AT_ONCE = 4
/**
 * How many streams at most: each holds a connection, and the bench `live-streams` says how much memory. Anyone who is signed
 * in finds a place that strangers cannot take.
 */
export const limits = { ofAddress: 32, ofPerson: 16, ofStrangers: 1_000, inAll: 1_500 }
/** Anyone who does not read what they are sent is let go. */
const MAX_UNREAD = 64
/** After a restart, or when the database was away, all open pages read themselves again: each is told within so long. */
const SPREAD_MS = 5_000
/** How long a page waits whose place its reader has taken for another one. */
const LATER_SECONDS = 60
/** The keys whose last change is remembered; a page that was away for longer than that is read again. */
const MAX_KEYS = 20_000
/** A database that is away is one line in the log, not one for each stream. */
const WARN_EVERY_MS = 60_000
/** A page that is read does not wait longer than that to know what it has seen. */
const SINCE_TIMEOUT_MS = 800

export type Listening = {
  topics: readonly Topic[]
  /** When the page was read (see `askLiveSince`); null when it does not know. */
  since: number | null
  /** The network address. */
  address: string
  /** Null for a stranger, whose topics are everybody's. */
  who: Who | null
  signal: AbortSignal
}

export type Who = {
  person: string
  /** When the session ends, as far as is known. */
  endsAt: Date
  /** When the session ends by now; null for anyone who may not listen any more. */
  mayStill(): Promise<Date | null>
}

/** Why there is no stream: too many of one address, too many in all, or a process that has none. */
export type NoStream = "too-many" | "full" | "closed"

type Stream = Listening & {
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
/** When each key last changed, in the order of these times. */
const changedAt = new Map<Key, number>()
/** Changes from then on are remembered; Infinity while nothing is heard. */
let remembersFrom = Infinity
let lastTick = 0
let isOpen = false
let beating: NodeJS.Timeout | undefined
let askBell: Bell["ask"] | null = null
let warnedAt = -Infinity
const rightsAsked = limitConcurrency(RIGHTS_AT_ONCE)

/** Now, in milliseconds since 1970, and later than any answer before: what was read and what changed are never at once. */
function tick(): number {
  lastTick = Math.max(Date.now(), lastTick + 1)
  return lastTick
}

/** From now on this process has streams (decision 57), which are told of every commit that the bell hears. */
export function openStreams(bell: Pick<Bell, "listen" | "ask">): void {
  isOpen = true
  askBell = bell.ask
  beating = setInterval(beat, HEARTBEAT_MS / 10)
  beating.unref()
  bell.listen({
    onChanges: hear,
    onDeaf() {
      remembersFrom = Infinity
    },
    onConnected() {
      changedAt.clear()
      remembersFrom = tick()
      for (const stream of streams) tellSoon(stream)
    },
    isListening: () => streams.size > 0,
  })
}

/** Ends all at once: the process is about to stop. */
export function closeStreams(): void {
  isOpen = false
  askBell = null
  clearInterval(beating)
  for (const stream of streams) stream.end()
}

export function countStreams(): number {
  return streams.size
}

/** What a page says that is about to be read: when that was, with every commit by now heard, its reader's own among them. */
export async function askLiveSince(): Promise<number | null> {
  if (askBell) await withinTime(SINCE_TIMEOUT_MS, askBell()).catch(() => undefined)
  return remembersFrom === Infinity ? null : tick()
}

/** Opens a stream of what changes, or says why there is none. */
export function openStream(listening: Listening): Response | NoStream {
  if (!isOpen) return "closed"
  const group = addressGroup(listening.address)
  const isCounted = !isLoopback(listening.address)
  const person = listening.who?.person
  if (isCounted && (counts.address.get(group) ?? 0) >= limits.ofAddress) return "too-many"
  if (streams.size >= limits.inAll || (person === undefined && counts.strangers >= limits.ofStrangers)) return "full"

  if (person !== undefined && (counts.person.get(person) ?? 0) >= limits.ofPerson) closeOldestStreamOf(person)

  const count = (by: 1 | -1) => {
    if (isCounted) add(counts.address, group, by)
    if (person === undefined) counts.strangers += by
    else add(counts.person, person, by)
  }
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const keys = [...listening.topics.flatMap(keysOf), ...(person === undefined ? [] : [rightsKey(person)])]
  const stream: Stream = {
    ...listening,
    keys,
    endsAt: listening.who?.endsAt ?? null,
    beats: Math.floor(Math.random() * 10),
    send(text) {
      if ((controller?.desiredSize ?? 0) < -MAX_UNREAD) return stream.end()
      controller?.enqueue(encoder.encode(text))
    },
    end() {
      if (!streams.delete(stream)) return
      count(-1)
      for (const key of keys) drop(key, stream)
      listening.signal.removeEventListener("abort", stream.end)
      controller?.close()
      controller = null
    },
  }
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      controller = null
      stream.end()
    },
  })
  streams.add(stream)
  count(1)
  for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(stream))
  listening.signal.addEventListener("abort", stream.end)
  if (listening.signal.aborted) stream.end()
  greet(stream)
  return new Response(body, {
    headers: {
      "Content-Type": STREAM_TYPE,
      // Nothing on the way may gather what is sent, to compress it say.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      // A process that stops would wait for the connection, which nobody closes once its answer has ended.
      Connection: "close",
    },
  })
}

/** A telephone that has vanished keeps its place for a quarter of an hour: whoever it belongs to is not refused for it. */
function closeOldestStreamOf(person: string): void {
  for (const stream of streams) {
    if (stream.who?.person !== person) continue
    stream.send(message("later", String(LATER_SECONDS)))
    return stream.end()
  }
}

/** A page that was read before something of it changed is told so at once. */
function greet(stream: Stream): void {
  stream.send(message("open"))
  // All pages are told as soon as changes are heard again.
  if (remembersFrom === Infinity) return
  const { since, who, keys } = stream
  if (since === null || since < remembersFrom) return tellSoon(stream)
  const at = keys.some((key) => (changedAt.get(key) ?? 0) > since) ? tick() : null
  // Rights may have ended between the reading of the session and now.
  if (who) void checkAndTell(stream, at)
  else if (at !== null) tell(stream, at)
}

function tellSoon(stream: Stream): void {
  setTimeout(() => void checkAndTell(stream, tick()), Math.random() * SPREAD_MS).unref()
}

function hear(changes: readonly Change[]): void {
  const keys = new Set(changes.flatMap(keysOfChange))
  const at = tick()
  for (const key of keys) {
    changedAt.delete(key)
    changedAt.set(key, at)
  }
  for (const [key, forgottenAt] of changedAt) {
    if (changedAt.size <= MAX_KEYS) break
    changedAt.delete(key)
    remembersFrom = forgottenAt + 1
  }
  for (const stream of new Set([...keys].flatMap((key) => [...(byKey.get(key) ?? [])]))) {
    const hasChanged = stream.topics.flatMap(keysOf).some((key) => keys.has(key))
    const isDoubted = stream.who !== null && keys.has(rightsKey(stream.who.person))
    if (isDoubted) void checkAndTell(stream, hasChanged ? at : null)
    else if (hasChanged) tell(stream, at)
  }
}

/** `at` is when something changed; null when only the rights of whoever listens may have ended. */
async function checkAndTell(stream: Stream, at: number | null): Promise<void> {
  if ((stream.who === null || (await recheckRights(stream))) && at !== null) tell(stream, at)
}

function tell(stream: Stream, at: number): void {
  stream.send(message("changed", String(at)))
}

function message(event: "open" | "changed" | "beat" | "later" | "ended", data = ""): string {
  return `event: ${event}\ndata: ${data}\n\n`
}

/** Whether anyone who listens may still; ends the stream, and says so, when they may not. */
async function recheckRights(stream: Stream): Promise<boolean> {
  try {
    const until = await rightsAsked(async () => (streams.has(stream) ? ((await stream.who?.mayStill()) ?? null) : null))
    if (!streams.has(stream)) return false
    if (until && until.getTime() > Date.now()) {
      stream.endsAt = until
      return true
    }
    stream.send(message("ended"))
  } catch (error) {
    if (performance.now() - warnedAt > WARN_EVERY_MS) {
      warnedAt = performance.now()
      log.warn("Whether people may still listen could not be asked", { error })
    }
  }
  stream.end()
  return false
}

/** Each stream every 30 seconds, a tenth of them at a time. */
function beat(): void {
  for (const stream of streams) {
    if (stream.beats++ % 10 !== 0) continue
    stream.send(message("beat"))
    // A session that was renewed meanwhile ends later than was known.
    const isDue = stream.beats > RIGHTS_EVERY_BEATS * 10 || (stream.endsAt?.getTime() ?? Infinity) <= Date.now()
    if (!isDue) continue
    stream.beats = 1
    if (stream.who) void recheckRights(stream)
  }
}

function add(counted: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counted.get(key) ?? 0) + by
  if (now > 0) counted.set(key, now)
  else counted.delete(key)
}

function drop(key: Key, stream: Stream): void {
  const all = byKey.get(key)
  all?.delete(stream)
  if (all?.size === 0) byKey.delete(key)
}
