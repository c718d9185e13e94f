import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { sql } from "drizzle-orm"
import { cookiePreferencesKey, cookieValueOf } from "../../isomorphic/cookie-choice.ts"
import { db } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { log, withRequest } from "../log.ts"
import { QueueFull, limitConcurrency } from "../limit-concurrency.ts"
import { isHost } from "../request-line.ts"
import type { KeptAddress } from "./addresses.ts"
import { type KeptAnswer, keptAnswerOf } from "./answer.ts"
import { type AskedHeaders, readAskedHeaders } from "./asked-headers.ts"
import { type Listener, startBell } from "./bell.ts"
import { endOfDay, nextEnd } from "./clock.ts"
import { type Dependence, dependenceOf, isTouched, readOf, undeclared } from "./declaration.ts"
import { newReading, withReading } from "./reading.ts"
import { type Entry, openStore } from "./store.ts"
import { type Stranger, type Variant, strangerOf, variantFor } from "./visitor.ts"

/** A request whose answer may be kept: whatever else stands in it changes nothing of the answer. */
export type Wish = { key: string; variant: Variant; address: KeptAddress; asked: AskedHeaders; stranger: Stranger }

/** An answer for the one request that had it made; for everybody when it was kept. */
export type Made = { status: 200 | 404; answer: KeptAnswer; isKept: boolean }

export type KeptAnswers = {
  /** What a request wishes for; null: its page is not kept, or it is of somebody who may see another. */
  wishOf(request: IncomingMessage): Wish | null
  /** The kept answer, where one may be shown at this moment. */
  find(wish: Wish): KeptAnswer | null
  /** The same after asking what has changed and waiting for whoever makes it; null: make it the ordinary way. */
  make(wish: Wish): Promise<Made | null>
  /** Somebody has just sent a form here: what they changed is seen by whoever asks next. */
  doubt(): void
  size(): { bytes: number; answers: number }
  stop(): Promise<void>
}

type Means = {
  addressOf(url: string): KeptAddress | null
  /** Renders a page as the router does. */
  render(request: Request): Promise<Response>
  /** Of the database, where it is not the pool's. */
  connectionString?: string
  /** Who else learns of what changes. */
  listener?: Listener
}

/** Whoever waits longer than that to learn what has changed, or for another's rendering, has one of their own. */
const TIMEOUT_MS = { bell: 800, rendering: 2_500 }
/** A page that nobody has asked for since is not made again before somebody does. */
const WANTED_MS = 10_000
const NOTED_EVERY_MS = 1_000
/** Compressing thoroughly takes a quarter of a second: for what is asked for again, and stays. */
const SETTLED_MS = 2_000
const MAX_WAITING = 50

/** Public pages, each rendered once for all who see the same, and dropped as soon as what it shows has changed (decision 45). */
export function keepAnswers({ addressOf, render, connectionString, listener }: Means): KeptAnswers {
  const store = openStore()
  const makings = new Map<string, Making>()
  const askedFor = new Map<string, { at: number; wish: Wish }>()
  const inTurn = {
    plain: limitConcurrency(4, MAX_WAITING),
    asked: limitConcurrency(2, MAX_WAITING),
    again: limitConcurrency(1, MAX_WAITING),
  }
  const compressing = limitConcurrency(1)
  let tables: ReadonlySet<string> = new Set()

  const bell = startBell(
    {
      onChanges(changes) {
        for (const making of makings.values())
          if (changes.some((change) => isTouched(making.dependence, change))) making.isSpoiled = true
        for (const entry of store.drop(changes)) makeAgain(entry.key)
      },
      onDeaf() {
        for (const making of makings.values()) making.isSpoiled = true
        store.clear()
      },
      onTables: (names) => {
        tables = names
      },
      also: listener,
      forget: async (snapshot) =>
        void (await db.execute(sql`delete from page_changes where xid < pg_snapshot_xmin(${snapshot}::pg_snapshot)`)),
    },
    connectionString,
  )

  function find({ key }: Wish): KeptAnswer | null {
    if (!bell.isFresh()) return null
    const entry = store.find(key, Date.now())
    if (entry && !entry.isWanted) {
      entry.isWanted = true
      setTimeout(() => void compressing(() => settle(entry)), SETTLED_MS).unref()
    }
    return entry?.answer ?? null
  }

  /** One maker: whoever comes while it is being made waits for it. */
  async function make(wish: Wish): Promise<Made | null> {
    noteAsked(wish)
    for (let tries = 0; tries < 2; tries++) {
      if (!(await within(bell.ask(), TIMEOUT_MS.bell))) return null
      const answer = find(wish)
      if (answer) return { status: 200, answer, isKept: true }
      const making = makings.get(wish.key)
      if (!making) {
        const turn = wish.address.isAsked ? inTurn.asked : inTurn.plain
        return within(begin(wish, turn), TIMEOUT_MS.rendering)
      }
      const made = await within(making.done, TIMEOUT_MS.rendering)
      // What cannot be kept is each visitor's own.
      if (!made || (!made.isKept && !making.isSpoiled)) return null
    }
    return null
  }

  function begin(wish: Wish, turn: ReturnType<typeof limitConcurrency>): Promise<Made | null> {
    const making: Making = {
      dependence: dependenceOf(wish.address.page.reads, wish.address.params),
      isSpoiled: false,
      done: Promise.resolve(null),
    }
    making.done = turn(() => rendered(wish, making))
      .catch((error: unknown) => {
        if (!(error instanceof QueueFull)) log.error("A page could not be made to be kept", { error, path: wish.key })
        return null
      })
      .finally(() => makings.delete(wish.key))
    makings.set(wish.key, making)
    return making.done
  }

  async function rendered(wish: Wish, making: Making): Promise<Made | null> {
    const { page, path, isAsked } = wish.address
    const [at, reading, requestId] = [new Date(), newReading(), randomUUID()]
    const { response, body } = await withRequest({ requestId, route: page.pattern }, () =>
      withReading(reading, async () => {
        const response = await render(requestOf(path, wish.variant, at))
        return { response, body: Buffer.from(await response.arrayBuffer()) }
      }),
    )
    const { status, headers } = response
    if ((status !== 200 && status !== 404) || headers.has("set-cookie")) return null
    const answer = keptAnswerOf(body, headers)
    await answer.compress("quickly")
    if (status === 404) return { status, answer, isKept: false }
    const flaw =
      reading.flaw ??
      undeclared(reading.words, tables, making.dependence)
        .map((table) => `it reads ${table}`)
        .join(", ")
    if (flaw !== "" || body.includes(requestId)) {
      log.warn("A page is not kept", { route: page.pattern, why: flaw || "it holds the number of a request" })
      return { status, answer, isKept: false }
    }
    const dependence = readOf(making.dependence, reading.words)
    const until = await end(at, dependence)
    const entry: Entry = { key: wish.key, isAsked, answer, dependence, until, isWanted: false }
    const isKept = !making.isSpoiled && entry.until > Date.now()
    if (isKept) store.keep(entry)
    return { status, answer, isKept }
  }

  async function settle(entry: Entry): Promise<void> {
    if (!store.isKept(entry)) return
    await entry.answer
      .compress("thoroughly")
      .catch((error: unknown) => log.warn("A page was not compressed", { error }))
    store.weighAgain(entry)
  }

  function noteAsked(wish: Wish): void {
    const known = askedFor.get(wish.key)
    if (known && performance.now() - known.at < NOTED_EVERY_MS) return
    askedFor.delete(wish.key)
    askedFor.set(wish.key, { at: performance.now(), wish })
    for (const oldest of askedFor.keys()) {
      if (askedFor.size <= MAX_WAITING * 4) break
      askedFor.delete(oldest)
    }
  }

  function makeAgain(key: string): void {
    const asked = askedFor.get(key)
    const isWanted = () => asked !== undefined && performance.now() - asked.at < WANTED_MS
    if (!asked || !isWanted() || makings.has(key)) return
    void begin(asked.wish, inTurn.again)
  }

  return {
    wishOf(request) {
      if (request.method !== "GET" && request.method !== "HEAD") return null
      const address = addressOf(request.url ?? "")
      const asked = address && readAskedHeaders(request.rawHeaders)
      if (!address || !asked || !isHost(asked.host)) return null
      const stranger = strangerOf(asked)
      const variant = stranger && variantFor(address.page.alike, stranger)
      return stranger && variant ? { key: address.keys[variant], variant, address, asked, stranger } : null
    },
    find(wish) {
      const answer = find(wish)
      if (answer) noteAsked(wish)
      return answer
    },
    make,
    doubt: bell.doubt,
    size: store.size,
    stop: bell.stop,
  }
}

type Making = { dependence: Dependence; isSpoiled: boolean; done: Promise<Made | null> }

/** A request of nobody in particular. */
function requestOf(path: string, variant: Variant, at: Date): Request {
  const cookie =
    variant === "answered"
      ? { cookie: `${cookiePreferencesKey}=${cookieValueOf({ analytics: false, marketing: false, chosenAt: at })}` }
      : {}
  return new Request(new URL(path, environment.origin), { headers: { accept: "text/html,*/*", ...cookie } })
}

/** When the clock alone changes what was rendered at `at`. */
async function end(at: Date, dependence: Dependence): Promise<number> {
  const product = dependence.get("occupancy")
  return Math.min(endOfDay(at), product === undefined ? Infinity : await nextEnd(at, product))
}

/** Null when it takes too long. */
function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
