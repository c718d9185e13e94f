import { AsyncLocalStorage } from "node:async_hooks"
import { Client } from "pg"
import { environment } from "../environment.server.ts"
import { connectionName } from "../installation/this-process.ts"
import { log } from "../log.ts"

const POLL_MS = 100
const FRESH_MS = 200
/** Idle polls must still outpace pruning. */
const IDLE_AFTER_MS = 30_000
const IDLE_POLL_MS = 15_000
const LISTENING_POLL_MS = 300
const TIMEOUT_MS = 1_500
const RETRY_MS = 300
const PRUNE_EVERY_MS = 60_000
const DISCONNECT_AFTER_MS = PRUNE_EVERY_MS / 2

export type Change = { table: string; product: string | null; booking: string | null; person: string | null }

export type ChangeFeed = {
  listen(listener: Listener): void
  /** True while no change older than 200 ms can be unknown. */
  isFresh(): boolean
  refresh(): Promise<boolean>
  /** Call after a write: the next reader polls first. */
  invalidateNow(): void
  stop(): Promise<void>
}

export type Listener = {
  onChanges(changes: readonly Change[]): void
  /** Changes may be missed from now until `onConnected`. */
  onDisconnect(): void
  onConnected?(): void
  isListening?(): boolean
}

type Row = {
  snapshot: string
  table: string | null
  product: string | null
  booking: string | null
  person: string | null
}

// Compares two snapshots, so that no late commit is missed.
const changesQuery = `
  select distinct pg_current_snapshot()::text as snapshot, what as "table", product_id as product, booking_id as booking, person_id as person
  from (select 1) once left join page_changes
    on xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      and pg_visible_in_snapshot(xid, pg_current_snapshot())`

/** Polls on its own connection (decision 45). */
export function startChangeFeed({
  connectionString = environment.databaseUrl ?? "",
  timeoutMs = TIMEOUT_MS,
}: { connectionString?: string; timeoutMs?: number } = {}): ChangeFeed {
  const listeners: Listener[] = []
  let client: Client | null = null
  let snapshot = ""
  let lastPollAt = -Infinity
  let snapshotAt = -Infinity
  let lastUseAt = performance.now()
  let polling: Promise<void> | null = null
  let failedAt = -Infinity
  let staleSince = -Infinity
  let pruneMark = { snapshot: "", at: performance.now() }

  const disconnect = () => {
    const previous = client
    client = null
    lastPollAt = -Infinity
    for (const listener of listeners) listener.onDisconnect()
    void previous?.end().catch(() => undefined)
  }

  const connect = async () => {
    const candidate = new Client({
      connectionString,
      application_name: connectionName("bell"),
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    })
    const onLost = () => {
      if (client === candidate) disconnect()
    }
    candidate.on("error", onLost)
    candidate.on("end", onLost)
    try {
      await candidate.connect()
      const connectedAt = performance.now()
      const { rows } = await candidate.query<{ snapshot: string }>("select pg_current_snapshot()::text as snapshot")
      snapshot = rows[0]?.snapshot ?? ""
      snapshotAt = connectedAt
      pruneMark = { snapshot, at: connectedAt }
      client = candidate
      for (const listener of listeners) listener.onConnected?.()
    } catch (error) {
      void candidate.end().catch(() => undefined)
      throw error
    }
  }

  const readChanges = async () => {
    if (client && performance.now() - snapshotAt > DISCONNECT_AFTER_MS) disconnect()
    if (!client) await connect()
    const startedAt = performance.now()
    const pollingClient = client
    const answer = await pollingClient?.query<Row>({ name: "page_changes", text: changesQuery, values: [snapshot] })
    const nextSnapshot = answer?.rows[0]?.snapshot
    if (!answer || nextSnapshot === undefined || client !== pollingClient) return
    const changes = answer.rows.flatMap(({ table, product, booking, person }): Change[] =>
      table === null ? [] : [{ table, product, booking, person }],
    )
    snapshot = nextSnapshot
    lastPollAt = startedAt
    snapshotAt = startedAt
    if (changes.length > 0) for (const listener of listeners) listener.onChanges(changes)
    if (startedAt - pruneMark.at < PRUNE_EVERY_MS) return
    pollingClient
      ?.query("delete from page_changes where xid < pg_snapshot_xmin($1::pg_snapshot)", [pruneMark.snapshot])
      .catch((error: unknown) => log.warn("Old page changes could not be removed", { error }))
    pruneMark = { snapshot, at: startedAt }
  }

  const isFresh = () => lastPollAt > staleSince && performance.now() - lastPollAt < FRESH_MS
  const poll = () => {
    if (performance.now() - failedAt < RETRY_MS) return Promise.resolve()
    polling ??= readChanges()
      .catch((error: unknown) => {
        failedAt = performance.now()
        if (client) log.warn("Page changes cannot be read: pages are not served from the cache", { error })
        disconnect()
      })
      .finally(() => {
        polling = null
      })
    return polling
  }

  const timer = setInterval(() => {
    const isIdle = performance.now() - lastUseAt > IDLE_AFTER_MS
    const isListening = listeners.some((listener) => listener.isListening?.())
    if (!isIdle || performance.now() - snapshotAt > (isListening ? LISTENING_POLL_MS : IDLE_POLL_MS)) void poll()
  }, POLL_MS)
  timer.unref()

  const refresh = async () => {
    lastUseAt = performance.now()
    await poll()
    if (!isFresh()) await poll()
    return isFresh()
  }
  // Keeps listeners out of the polling page's async context.
  const inOwnContext = AsyncLocalStorage.snapshot()

  return {
    listen(listener) {
      listeners.push(listener)
      if (client) listener.onConnected?.()
    },
    isFresh() {
      lastUseAt = performance.now()
      return isFresh()
    },
    refresh: () => inOwnContext(refresh),
    invalidateNow() {
      staleSince = performance.now()
    },
    async stop() {
      clearInterval(timer)
      failedAt = Infinity
      await polling
      disconnect()
    },
  }
}
