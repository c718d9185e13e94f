import { addressGroup } from "../auth/client-address.ts"
import { type Listener } from "../kept/bell.ts"
import type { Change } from "../kept/declaration.ts"
import { log } from "../log.ts"
import { isLoopback } from "../loopback.ts"
import { newHeard } from "./heard.ts"
import { type Key, type Topic, keysOf, keysOfChange, rightsKey } from "./topics.ts"

export const STREAM_TYPE = "text/event-stream; charset=utf-8"

/** Section 9 of the specification: a stream that says nothing for longer has been lost. */
const HEARTBEAT_MS = 30_000
/** Rights are asked again when they change, and every so often in case that went unheard. */
const RIGHTS_EVERY_BEATS = 10
/** How many streams at most: each holds a connection, and some 30 kB. Whoever is signed in finds a place that strangers cannot take. */
export const limits = { ofAddress: 32, ofPerson: 16, ofStrangers: 1_000, inAll: 1_500 }
/** Whoever does not read what they are sent is let go. */
const MAX_UNREAD = 64

export type Listening = {
  topics: readonly Topic[]
  /** Below which transactions were told to the page; null when it does not know. */
  since: bigint | null
  /** The network address. */
  address: string
  /** Null for a stranger, whose topics are everybody's. */
  who: { person: string; endsAt: Date; mayStill(): Promise<boolean> } | null
  signal: AbortSignal
}

/** Why there is no stream: too many of one address or person, too many in all, or a process that has none. */
export type NoStream = "too-many" | "full" | "closed"

type Stream = Listening & {
  keys: readonly Key[]
  send(text: string): void
  end(): void
  beats: number
}

const encoder = new TextEncoder()
const heard = newHeard()
const streams = new Set<Stream>()
const byKey = new Map<Key, Set<Stream>>()
const counts = { address: new Map<string, number>(), person: new Map<string, number>(), strangers: 0 }
/** Below it every transaction has been told; null while nothing is heard. */
let below: bigint | null = null
let isOpen = false
let beating: NodeJS.Timeout | undefined

/** From now on this process has streams (decision 57). What it answers is to be told of every commit. */
export function openStreams(): Listener {
  isOpen = true
  beating = setInterval(beat, HEARTBEAT_MS / 10)
  beating.unref()
  return {
    onHeard(changes, known, isFirst) {
      below = known
      if (isFirst) {
        // What was changed meanwhile is known to nobody.
        heard.beginAt(known)
        for (const stream of streams) tell(stream, 1)
      } else if (changes.length > 0) hear(changes)
    },
    onDeaf() {
      below = null
    },
    isListening: () => streams.size > 0,
  }
}

/** Ends all at once: the process is about to stop. */
export function closeStreams(): void {
  isOpen = false
  below = null
  clearInterval(beating)
  for (const stream of streams) stream.end()
}

export function countStreams(): number {
  return streams.size
}

/** Below which number everything is seen by whatever is read from now on: what a page says when it begins to listen. */
export function liveSince(): string | null {
  return below === null ? null : String(below)
}

/** Opens a stream of what changes, or says why there is none. */
export function openStream(listening: Listening): Response | NoStream {
  if (!isOpen) return "closed"
  const group = addressGroup(listening.address)
  const isCounted = !isLoopback(listening.address)
  const person = listening.who?.person
  if (isCounted && (counts.address.get(group) ?? 0) >= limits.ofAddress) return "too-many"
  if (person !== undefined && (counts.person.get(person) ?? 0) >= limits.ofPerson) return "too-many"
  if (streams.size >= limits.inAll || (person === undefined && counts.strangers >= limits.ofStrangers)) return "full"

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
    },
  })
}

/** Tells at once what was missed. */
function greet(stream: Stream): void {
  const topics = stream.topics.flatMap(keysOf)
  const isBehind = below !== null && (stream.since === null || heard.hasChanged(topics, stream.since))
  if (isBehind) tell(stream, 1)
  else stream.send(message("open"))
}

function hear(changes: readonly Change[]): void {
  const told = new Map<Stream, Set<string>>()
  const doubted = new Set<Stream>()
  for (const change of changes) {
    const keys = keysOfChange(change)
    heard.note(keys, change.xid)
    for (const key of keys)
      for (const stream of byKey.get(key) ?? []) {
        if (stream.who && key === rightsKey(stream.who.person)) doubted.add(stream)
        else told.set(stream, (told.get(stream) ?? new Set<string>()).add(change.booking ?? ""))
      }
  }
  for (const [stream, bookings] of told) if (!doubted.has(stream)) tell(stream, countOf(bookings))
  for (const stream of doubted) void askThenTell(stream, told.get(stream))
}

async function askThenTell(stream: Stream, bookings: ReadonlySet<string> | undefined): Promise<void> {
  if ((await askAgain(stream)) && bookings) tell(stream, countOf(bookings))
}

/** What is no booking's counts only alone: a booking that is placed takes days as well, and is one change. */
function countOf(bookings: ReadonlySet<string>): number {
  return Math.max(1, bookings.has("") ? bookings.size - 1 : bookings.size)
}

function tell(stream: Stream, changes: number): void {
  stream.send(message("changed", String(changes)))
}

/** `id` is what the page says when it comes back: below it, it has been told everything. */
function message(event: "open" | "changed" | "beat" | "ended", data = ""): string {
  return `event: ${event}\n${below === null ? "" : `id: ${below}\n`}data: ${data}\n\n`
}

/** Whether whoever listens may still; ends the stream, and says so, when they may not. */
async function askAgain(stream: Stream): Promise<boolean> {
  try {
    if (await stream.who?.mayStill()) return true
    stream.send(message("ended"))
  } catch (error) {
    log.warn("Whether somebody may still listen could not be asked", { error })
  }
  stream.end()
  return false
}

/** Each stream every 30 seconds, a tenth of them at a time. */
function beat(): void {
  for (const stream of streams) {
    if (stream.beats++ % 10 !== 0) continue
    if (stream.who && stream.who.endsAt.getTime() <= Date.now()) {
      stream.send(message("ended"))
      stream.end()
    } else stream.send(message("beat"))
    if (stream.who && stream.beats > RIGHTS_EVERY_BEATS * 10) {
      stream.beats = 1
      void askAgain(stream)
    }
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
