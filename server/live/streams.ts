import { type Snapshot, snapshotText } from "../../isomorphic/snapshot.ts"
import { addressGroup } from "../auth/client-address.ts"
import { type Listener } from "../kept/bell.ts"
import type { Change } from "../kept/declaration.ts"
import { log } from "../log.ts"
import { isLoopback } from "../loopback.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { newHeard } from "./heard.ts"
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
/**
 * When all have to catch up at once, so much later for each of them, in milliseconds: the process or its database has
 * just come back. A process that has just started does not know how many were there before.
 */
const SPREAD_EACH_MS = 10
const SPREAD_MS = { min: 1_000, max: 10_000, afterStart: 5_000 }
/** How long a page waits whose place its reader has taken for another one. */
const LATER_SECONDS = 60
/** Of more transactions at once a page is not told which they were. */
const MAX_XIDS = 16
/** A database that is away is one line in the log, not one for each stream. */
const WARN_EVERY_MS = 60_000
/** A page that is read does not wait longer than that to know what it has seen. */
const SINCE_TIMEOUT_MS = 800

export type Listening = {
  topics: readonly Topic[]
  /** What the page has seen; null when it does not know. */
  since: Snapshot | null
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
  /** What was visible when the rights were read; null where nothing was heard then. */
  since: Snapshot | null
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
const heard = newHeard()
const streams = new Set<Stream>()
const byKey = new Map<Key, Set<Stream>>()
const counts = { address: new Map<string, number>(), person: new Map<string, number>(), strangers: 0 }
/** What it shows has been told; null while nothing is heard. */
let heardUpTo: Snapshot | null = null
let isOpen = false
let beating: NodeJS.Timeout | undefined
let ring: (() => Promise<unknown>) | null = null
let warnedAt = -Infinity
const rightsAsked = limitConcurrency(RIGHTS_AT_ONCE)

/** From now on this process has streams (decision 57). What it answers is to be told of every commit. */
export function openStreams(): Listener {
  isOpen = true
  beating = setInterval(beat, HEARTBEAT_MS / 10)
  beating.unref()
  return {
    onHung(ask) {
      ring = ask
    },
    onHeard(changes, known, isFirst) {
      heardUpTo = known
      if (isFirst) {
        // What was changed meanwhile is known to nobody, rights included.
        heard.beginAt(known)
        const spread = Math.min(SPREAD_MS.max, Math.max(SPREAD_MS.min, streams.size * SPREAD_EACH_MS))
        for (const stream of streams) void recheckAndSend(stream, unknown(spread))
      } else if (changes.length > 0) hear(changes)
    },
    onDeaf() {
      heardUpTo = null
    },
    isListening: () => streams.size > 0,
  }
}

/** Ends all at once: the process is about to stop. */
export function closeStreams(): void {
  isOpen = false
  heardUpTo = null
  ring = null
  clearInterval(beating)
  for (const stream of streams) stream.end()
}

export function countStreams(): number {
  return streams.size
}

/** What is seen by whatever is read from now on, as `snapshotText` says it: what a page says when it begins to listen. */
export function liveSince(): string | null {
  return heardUpTo && snapshotText(heardUpTo)
}

/** The same after asking what has been committed by now: what a page says that is about to be read, after an act of its own say. */
export async function askLiveSince(): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SINCE_TIMEOUT_MS)
  })
  await Promise.race([ring?.().catch(() => undefined), late])
  clearTimeout(timer)
  return liveSince()
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

/** Tells at once what was missed. */
function greet(stream: Stream): void {
  const { since, who } = stream
  const news = heardUpTo && missedBy(stream, since)
  // Whatever was missed is told to those alone who may still listen.
  const isDoubted =
    who !== null && heardUpTo !== null && (who.since === null || heard.hasChanged([rightsKey(who.person)], who.since))
  if (news && !isDoubted) return tell(stream, news)
  stream.send(message("open"))
  if (isDoubted) void recheckAndSend(stream, news)
}

function missedBy({ topics }: Stream, since: Snapshot | null): News | null {
  if (since === null || !heard.isKnownSince(since)) return unknown(SPREAD_MS.afterStart)
  return heard.hasChanged(topics.flatMap(keysOf), since) ? { count: 1, xids: null, spread: 0 } : null
}

/** What a page is told. */
type News = {
  /** So many bookings, at least. 0: nothing that could be counted. */
  count: number
  /** The transactions that changed something; null where they are not known, or too many to say. */
  xids: readonly bigint[] | null
  /** So many milliseconds at most until the page reads itself again. */
  spread: number
}

/** Something may have changed, for many pages at once. */
const unknown = (spread: number): News => ({ count: 0, xids: null, spread })

function hear(changes: readonly Change[]): void {
  const heardBy = new Map<Stream, { bookings: Set<string>; xids: Set<bigint> }>()
  const doubted = new Set<Stream>()
  for (const change of changes) {
    const keys = keysOfChange(change)
    heard.note(keys, change.xid)
    for (const key of keys)
      for (const stream of byKey.get(key) ?? []) {
        if (stream.who && key === rightsKey(stream.who.person)) {
          doubted.add(stream)
          continue
        }
        const news = heardBy.get(stream) ?? { bookings: new Set<string>(), xids: new Set<bigint>() }
        // What is no booking's is seen when there is time, and counts for nothing.
        if (change.booking !== null) news.bookings.add(change.booking)
        news.xids.add(change.xid)
        heardBy.set(stream, news)
      }
  }
  const newsOf = (stream: Stream): News | null => {
    const news = heardBy.get(stream)
    if (!news) return null
    return { count: news.bookings.size, xids: news.xids.size > MAX_XIDS ? null : [...news.xids], spread: 0 }
  }
  for (const stream of heardBy.keys()) if (!doubted.has(stream)) tell(stream, newsOf(stream))
  for (const stream of doubted) void recheckAndSend(stream, newsOf(stream))
}

async function recheckAndSend(stream: Stream, news: News | null): Promise<void> {
  if (stream.who === null || (await recheckRights(stream))) tell(stream, news)
}

function tell(stream: Stream, news: News | null): void {
  if (news) stream.send(message("changed", JSON.stringify({ ...news, xids: news.xids?.map(String) ?? null })))
}

/** `id` is what the page says when it comes back: what this snapshot shows, it has been told. */
function message(event: "open" | "changed" | "beat" | "later" | "ended", data = ""): string {
  return `event: ${event}\n${heardUpTo === null ? "" : `id: ${snapshotText(heardUpTo)}\n`}data: ${data}\n\n`
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
