import { AsyncLocalStorage } from "node:async_hooks"
import { Client } from "pg"
import { environment } from "../environment.server.ts"
import { lastingName } from "../installation/this-process.ts"
import { log } from "../log.ts"

/** How often the database is asked while somebody reads pages. */
const EVERY_MS = 100
/** Whoever has had no answer for so long knows nothing any more. With what is on its way, a change is seen in 250 ms. */
const FRESH_MS = 200
/** No visitor for so long: the next one asks, and meanwhile it is asked only so often that nothing is forgotten unheard. */
const IDLE_AFTER_MS = 30_000
const IDLE_EVERY_MS = 15_000
/** While nobody asks for pages and somebody has one open that changes by itself (decision 57). */
const LISTENING_EVERY_MS = 300
/** A database that answers a question no sooner is away. */
const TIMEOUT_MS = 1_500
/** After a failure, before the next try. */
const REST_MS = 300
/** What was visible for so long is removed, by whichever process comes to it first. */
const FORGET_EVERY_MS = 60_000
/** Who has not heard for so long may have missed what another process removed. */
const DEAF_AFTER_MS = FORGET_EVERY_MS / 2

/** A row of `page_changes`: the table, and the product, booking or person (whose rights or cart it is) that it is about. */
export type Change = { what: string; product: string | null; booking: string | null; person: string | null }

export type Bell = {
  listen(listener: Listener): void
  /** True while no change older than 200 ms can be unknown. */
  isFresh(): boolean
  /** Asks now, or waits for the question that is on its way. True when `isFresh` holds afterwards. */
  ask(): Promise<boolean>
  /** Somebody has just written through this process: whoever comes next asks first. */
  doubt(): void
  stop(): Promise<void>
}

export type Listener = {
  onChanges(changes: readonly Change[]): void
  /** From now on changes may pass unheard, until `onConnected`. */
  onDeaf(): void
  onConnected?(): void
  /** True while there is somebody to tell: the process then asks although nobody reads pages. */
  isListening?(): boolean
}

type Row = {
  snapshot: string
  what: string | null
  product: string | null
  booking: string | null
  person: string | null
}

// One statement sees one snapshot: the rows are exactly those that it shows and the last one did not, whichever
// transaction was late to commit. Rows that came with a copy of another database are of its transactions, not of ours.
const question = `
  select distinct pg_current_snapshot()::text as snapshot, what, product_id as product, booking_id as booking, person_id as person
  from (select 1) once left join page_changes
    on xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      and pg_visible_in_snapshot(xid, pg_current_snapshot())`

/** How this process learns of committed writes, on a connection of its own (decision 45). */
export function startBell({
  connectionString = environment.databaseUrl ?? "",
  timeoutMs = TIMEOUT_MS,
}: { connectionString?: string; timeoutMs?: number } = {}): Bell {
  const listeners: Listener[] = []
  let client: Client | null = null
  let snapshot = ""
  /** When the last question that was answered was asked. */
  let askedAt = -Infinity
  /** When `snapshot` was asked for. */
  let heardAt = -Infinity
  let wantedAt = performance.now()
  let asking: Promise<void> | null = null
  let triedInVainAt = -Infinity
  let doubtedAt = -Infinity
  let remembered = { snapshot: "", at: performance.now() }

  const deaf = () => {
    const was = client
    client = null
    askedAt = -Infinity
    for (const listener of listeners) listener.onDeaf()
    void was?.end().catch(() => undefined)
  }

  const connect = async () => {
    const opening = new Client({
      connectionString,
      application_name: lastingName("bell"),
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    })
    const lost = () => {
      if (client === opening) deaf()
    }
    opening.on("error", lost)
    opening.on("end", lost)
    try {
      await opening.connect()
      const connected = performance.now()
      const { rows } = await opening.query<{ snapshot: string }>("select pg_current_snapshot()::text as snapshot")
      snapshot = rows[0]?.snapshot ?? ""
      heardAt = connected
      remembered = { snapshot, at: connected }
      client = opening
      for (const listener of listeners) listener.onConnected?.()
    } catch (error) {
      void opening.end().catch(() => undefined)
      throw error
    }
  }

  const hear = async () => {
    if (client && performance.now() - heardAt > DEAF_AFTER_MS) deaf()
    if (!client) await connect()
    const asked = performance.now()
    const heardBy = client
    const answer = await heardBy?.query<Row>({ name: "page_changes", text: question, values: [snapshot] })
    const now = answer?.rows[0]?.snapshot
    if (!answer || now === undefined || client !== heardBy) return
    const changes = answer.rows.flatMap(({ what, product, booking, person }): Change[] =>
      what === null ? [] : [{ what, product, booking, person }],
    )
    snapshot = now
    askedAt = asked
    heardAt = asked
    if (changes.length > 0) for (const listener of listeners) listener.onChanges(changes)
    if (asked - remembered.at < FORGET_EVERY_MS) return
    heardBy
      ?.query("delete from page_changes where xid < pg_snapshot_xmin($1::pg_snapshot)", [remembered.snapshot])
      .catch((error: unknown) => log.warn("Old page changes could not be removed", { error }))
    remembered = { snapshot, at: asked }
  }

  const isFresh = () => askedAt > doubtedAt && performance.now() - askedAt < FRESH_MS
  const ring = () => {
    if (performance.now() - triedInVainAt < REST_MS) return Promise.resolve()
    asking ??= hear()
      .catch((error: unknown) => {
        triedInVainAt = performance.now()
        if (client) log.warn("Changes of pages cannot be heard: no cached page is shown", { error })
        deaf()
      })
      .finally(() => {
        asking = null
      })
    return asking
  }

  const timer = setInterval(() => {
    const isIdle = performance.now() - wantedAt > IDLE_AFTER_MS
    const isListening = listeners.some((listener) => listener.isListening?.())
    if (!isIdle || performance.now() - heardAt > (isListening ? LISTENING_EVERY_MS : IDLE_EVERY_MS)) void ring()
  }, EVERY_MS)
  timer.unref()

  const ask = async () => {
    wantedAt = performance.now()
    await ring()
    // What was on its way may have been asked too long ago.
    if (!isFresh()) await ring()
    return isFresh()
  }
  // What follows from a change is no part of the page that asked: neither what it reads nor what it logs.
  const apart = AsyncLocalStorage.snapshot()

  return {
    listen(listener) {
      listeners.push(listener)
      if (client) listener.onConnected?.()
    },
    isFresh() {
      wantedAt = performance.now()
      return isFresh()
    },
    ask: () => apart(ask),
    doubt() {
      doubtedAt = performance.now()
    },
    async stop() {
      clearInterval(timer)
      triedInVainAt = Infinity
      await asking
      deaf()
    },
  }
}
