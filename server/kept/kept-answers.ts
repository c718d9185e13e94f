import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { sql } from "drizzle-orm"
import { cookiePreferencesKey, cookieValueOf } from "../../isomorphic/cookie-choice.ts"
import { db } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { log, withRequest } from "../log.ts"
import { QueueFull, limitConcurrency } from "../limit-concurrency.ts"
import { isHost } from "../request-line.ts"
import { type KeptAddress, placesOf } from "./addresses.ts"
import { type KeptAnswer, keptAnswerOf } from "./answer.ts"
import { type AskedHeaders, readAskedHeaders } from "./asked-headers.ts"
import { type Listener, startBell } from "./bell.ts"
import { endOfDay, nextEnd } from "./clock.ts"
import { type Dependence, dependenceOf, isTouched, readOf, undeclared } from "./declaration.ts"
import { type Marks, type Shape, nameOfShape, newMarks } from "./marks.ts"
import { asksWho, newReading, withReading } from "./reading.ts"
import { type Entry, openStore } from "./store.ts"
import { type Template, templateOf } from "./template.ts"
import { type SignedIn, type Stranger, type Variant, signedInOf, strangerOf, variantFor } from "./visitor.ts"

type Asking = { variant: Variant; address: KeptAddress; asked: AskedHeaders }

/** A request whose answer may be kept: whatever else stands in it changes nothing of the answer. */
export type Wish = Asking & { key: string; stranger: Stranger }

/** The same of somebody with a session: its page may be filled in for them, once it is known who they are (decision 77). */
export type OwnWish = Asking & { signedIn: SignedIn }

/** An answer for the one request that had it made; for everybody when it was kept. */
export type Made = { status: 200 | 404; answer: KeptAnswer; isKept: boolean }

/** A page to fill in, and whose own holds it takes for somebody else's: of one product, of all (null), or none. */
export type Fillable = { template: Template; taken: string | null | undefined }

export type KeptAnswers = {
  /** What a request wishes for; null: its page is not kept, or it is of somebody who may see another. */
  wishOf(request: IncomingMessage): Wish | null
  /** The kept answer, where one may be shown at this moment. */
  find(wish: Wish): KeptAnswer | null
  /** The same after asking what has changed and waiting for whoever makes it; null: make it the ordinary way. */
  make(wish: Wish): Promise<Made | null>
  /** What a request with a session wishes for; null: it is answered the ordinary way. */
  ownWishOf(request: IncomingMessage): OwnWish | null
  /** The kept page of this shape, where one may be shown at this moment. */
  findFillable(wish: OwnWish, shape: Shape): Fillable | null
  /** The same after asking what has changed and waiting for whoever makes it; null: render it the ordinary way. */
  makeFillable(wish: OwnWish, shape: Shape): Promise<Fillable | null>
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
const SETTLED_MS = 5_000
const MAX_WAITING = 50

/** Public pages, each rendered once for all who see the same, and dropped as soon as what it shows has changed (decision 45). */
export function keepAnswers({ addressOf, render, connectionString, listener }: Means): KeptAnswers {
  const store = openStore()
  const makings = new Map<string, Making>()
  // What is rendered for many is rendered apart from whoever asked first, and from whatever is known of them.
  const apart = AsyncLocalStorage.snapshot()
  const askedFor = new Map<string, { at: number; wish: Wish }>()
  const inTurn = {
    plain: limitConcurrency(4, MAX_WAITING),
    asked: limitConcurrency(2, MAX_WAITING),
    again: limitConcurrency(1, MAX_WAITING),
  }
  const compressing = limitConcurrency(1)
  /** Pages that say more of who is signed in than they declare: they are not tried again. */
  const unfit = new Set<string>()
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

  function entryOf(key: string): Entry | null {
    return bell.isFresh() ? store.find(key, Date.now()) : null
  }

  function find({ key }: Wish): KeptAnswer | null {
    const entry = entryOf(key)
    if (!entry || isTemplate(entry.answer)) return null
    if (!entry.isWanted) {
      entry.isWanted = true
      setTimeout(() => void compressing(() => settle(entry)), SETTLED_MS).unref()
    }
    return entry.answer
  }

  function findFillable(wish: OwnWish, shape: Shape): Fillable | null {
    const entry = entryOf(ownKey(wish, shape))
    return entry && fillableOf(entry)
  }

  async function make(wish: Wish): Promise<Made | null> {
    noteAsked(wish)
    const made = await makeOnce({ ...wish, shape: null }, () => {
      const answer = find(wish)
      return answer && { status: 200 as const, answer, isKept: true }
    })
    return made && !isTemplate(made.answer) ? { ...made, answer: made.answer } : null
  }

  async function makeFillable(wish: OwnWish, shape: Shape): Promise<Fillable | null> {
    const key = ownKey(wish, shape)
    if (unfit.has(unfitKey(wish.address, shape))) return null
    const found = () => {
      const entry = entryOf(key)
      return entry && { ...entry, isKept: true }
    }
    const made = await makeOnce({ ...wish, key, shape }, found)
    return made && fillableOf(made)
  }

  /** One maker: whoever comes while it is being made waits for it. */
  async function makeOnce<Found extends { isKept: boolean }>(
    order: Order,
    find: () => Found | null,
  ): Promise<Found | Rendered | null> {
    for (let tries = 0; tries < 2; tries++) {
      if (!(await within(bell.ask(), TIMEOUT_MS.bell))) return null
      const found = find()
      if (found) return found
      const making = makings.get(order.key)
      if (!making) {
        const turn = order.address.isAsked ? inTurn.asked : inTurn.plain
        return within(begin(order, turn), TIMEOUT_MS.rendering)
      }
      const made = await within(making.done, TIMEOUT_MS.rendering)
      // What cannot be kept is each visitor's own.
      if (!made || (!made.isKept && !making.isSpoiled)) return null
    }
    return null
  }

  function begin(order: Order, turn: ReturnType<typeof limitConcurrency>): Promise<Rendered | null> {
    const making: Making = {
      dependence: dependenceOf(order.address.page.reads, order.address.params),
      isSpoiled: false,
      done: Promise.resolve(null),
    }
    making.done = apart(() => turn(() => rendered(order, making)))
      .catch((error: unknown) => {
        if (!(error instanceof QueueFull)) log.error("A page could not be made to be kept", { error, path: order.key })
        return null
      })
      .finally(() => makings.delete(order.key))
    makings.set(order.key, making)
    return making.done
  }

  async function rendered(order: Order, making: Making): Promise<Rendered | null> {
    const { address, variant, shape } = order
    const { page, path } = address
    const marks = shape && newMarks(shape)
    const [at, reading, requestId] = [new Date(), newReading(marks), randomUUID()]
    const { response, body } = await withRequest({ requestId, route: page.pattern }, () =>
      withReading(reading, async () => {
        const response = await render(requestOf(path, variant, at))
        return { response, body: Buffer.from(await response.arrayBuffer()) }
      }),
    )
    const { status, headers } = response
    const flaws = [
      ...(reading.flaw === null ? [] : [reading.flaw]),
      ...undeclared(reading.words, tables, making.dependence).map((table) => `it reads ${table}`),
      ...(body.includes(requestId) ? ["it holds the number of a request"] : []),
    ]
    const isShown = (status === 200 || status === 404) && !headers.has("set-cookie")
    if (!isShown && !flaws.includes(asksWho)) return null
    const answer = marks ? cut(address, marks, { status, headers, body, flaws }) : keptAnswerOf(body, headers)
    if (flaws.length > 0 && status !== 404)
      log.warn("A page is not kept", { route: page.pattern, why: flaws.join(", ") })
    if (answer === null) return null
    if (!isTemplate(answer)) await answer.compress("quickly")
    const dependence = readOf(making.dependence, reading.words)
    const made = { key: order.key, status: status === 404 ? (404 as const) : (200 as const), answer, dependence }
    if (flaws.length > 0 || status === 404) return { ...made, isKept: false }
    const until = await end(at, dependence)
    const isKept = !making.isSpoiled && until > Date.now()
    if (isKept) store.keep({ ...made, isAsked: address.isAsked, until, isWanted: false })
    return { ...made, isKept }
  }

  /** What somebody's own values are put into has no flaw at all. One that says more of them than it may is not tried again. */
  function cut(
    address: KeptAddress,
    marks: Marks,
    { status, headers, body, flaws }: { status: number; headers: Headers; body: Buffer; flaws: string[] },
  ): Template | null {
    const isAsking = flaws.includes(asksWho)
    if (!isAsking && (status !== 200 || flaws.length > 0)) return null
    const template = isAsking ? asksWho : templateOf(body.toString(), headers, marks, placesOf(address, marks.shape))
    if (typeof template !== "string") return template
    if (!isAsking) flaws.push(template)
    unfit.add(unfitKey(address, marks.shape))
    return null
  }

  async function settle(entry: Entry): Promise<void> {
    const { answer } = entry
    if (!store.isKept(entry) || isTemplate(answer)) return
    await answer.compress("thoroughly").catch((error: unknown) => log.warn("A page was not compressed", { error }))
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
    void begin({ ...asked.wish, shape: null }, inTurn.again)
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
    ownWishOf(request) {
      if (request.method !== "GET") return null
      const address = addressOf(request.url ?? "")
      const asked = address?.page.marked ? readAskedHeaders(request.rawHeaders) : null
      if (!address || !asked || !isHost(asked.host)) return null
      const signedIn = signedInOf(asked)
      const variant = signedIn && variantFor(address.page.alike, signedIn)
      return signedIn && variant ? { variant, address, asked, signedIn } : null
    },
    findFillable,
    makeFillable,
    doubt: bell.doubt,
    size: store.size,
    stop: bell.stop,
  }
}

/** `shape`: of whom it will be filled in; null for strangers. */
type Order = { key: string; address: KeptAddress; variant: Variant; shape: Shape | null }
type Making = { dependence: Dependence; isSpoiled: boolean; done: Promise<Rendered | null> }
type Rendered = Pick<Entry, "key" | "answer" | "dependence"> & { status: 200 | 404; isKept: boolean }

function ownKey({ address, variant }: OwnWish, shape: Shape): string {
  return `${nameOfShape(shape)} ${address.keys[variant]}`
}

function unfitKey({ page }: KeptAddress, shape: Shape): string {
  return `${nameOfShape(shape)} ${page.pattern}`
}

function isTemplate(answer: KeptAnswer | Template): answer is Template {
  return "pageOf" in answer
}

function fillableOf({ answer, dependence }: Pick<Entry, "answer" | "dependence">): Fillable | null {
  return isTemplate(answer) ? { template: answer, taken: dependence.get("occupancy") } : null
}

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
