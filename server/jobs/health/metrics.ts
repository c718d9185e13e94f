import { sql } from "drizzle-orm"
import { Gauge, Registry } from "prom-client"
import { readDiskSpace, readJobFigures, isStorageReachable } from "./machine-figures.ts"
import { isDatabaseReachable } from "../../platform/database/probe.ts"
import { db, pool } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { pageConnections, processName } from "../../platform/installation/this-process.ts"
import { countEndedHolds } from "../../availability/holds.ts"
import { countLateContracts } from "../../contracts/contract-queue.ts"
import { countLateRows } from "../sweeps/all.ts"
import { log } from "../../platform/log.ts"
import { countStreams } from "../../platform/live/streams.ts"
import { readOutsideCalendarFigures } from "../../outside/outside-calendars/failing-calendars.ts"
import { readMailFigures } from "../../outside/mails/ledger.ts"
import { pageAnswers } from "../../platform/metrics/page-answers.ts"
import { requestTimes } from "../../platform/metrics/request-times.ts"
import { withinTime } from "../../platform/within-time.ts"

type Figure = {
  name: string
  help: string
  value: number | { labels: Record<string, string>; value: number }[]
}

const TIMEOUT_MS = 2_000

export async function renderMetrics(at: Date): Promise<string> {
  const [machine, database] = await Promise.all([readMachineFigures(), readDatabaseFigures(at)])
  const up = { name: "guinguette_database_up", help: "Whether the database answers in time: 1 or 0." }
  const figures = [...processFigures(), ...machine, { ...up, value: database === null ? 0 : 1 }, ...(database ?? [])]
  const registry = new Registry()
  for (const { name, help, value } of figures) {
    const samples = typeof value === "number" ? [{ labels: {}, value }] : value
    const gauge = new Gauge({ name, help, labelNames: Object.keys(samples[0]?.labels ?? {}), registers: [registry] })
    for (const sample of samples) gauge.set(sample.labels, sample.value)
  }
  registry.registerMetric(pageAnswers)
  registry.registerMetric(requestTimes)
  return registry.metrics()
}

function processFigures(): Figure[] {
  const memory = process.memoryUsage()
  return [
    {
      name: "guinguette_process",
      help: "Which process answers: each has figures of its own of memory, answers, streams and connections.",
      value: [{ labels: { process: processName, role: environment.role }, value: 1 }],
    },
    { name: "process_resident_memory_bytes", help: "Resident memory.", value: memory.rss },
    { name: "process_heap_used_bytes", help: "Heap in use.", value: memory.heapUsed },
    { name: "process_uptime_seconds", help: "Since the process started.", value: process.uptime() },
    {
      name: "guinguette_database_connections",
      help: "Connections of the pool by state.",
      value: [
        { labels: { state: "open" }, value: pool.totalCount },
        { labels: { state: "idle" }, value: pool.idleCount },
        { labels: { state: "waiting" }, value: pool.waitingCount },
        { labels: { state: "most" }, value: pageConnections.max },
      ],
    },
    { name: "guinguette_live_streams", help: "Open pages that are told of changes.", value: countStreams() },
  ]
}

async function readMachineFigures(): Promise<Figure[]> {
  const [disk, isStorageUp] = await Promise.all([readDiskSpace(), isStorageReachable()])
  const diskSpace = disk && [
    {
      name: "guinguette_disk_free_bytes",
      help: "Free on the disk of DATA_DIR, for who runs the shop.",
      value: disk.free,
    },
    { name: "guinguette_disk_size_bytes", help: "Size of that disk.", value: disk.size },
  ]
  return [
    ...(diskSpace ?? []),
    {
      name: "guinguette_storage_up",
      help: "Whether the storage of uploads and documents answers: 1 or 0.",
      value: isStorageUp ? 1 : 0,
    },
  ]
}

/** Probes on a connection of its own, so that no scrape occupies the pool. */
async function readDatabaseFigures(at: Date): Promise<Figure[] | null> {
  if (!(await isDatabaseReachable())) return null
  try {
    return (await withinTime(TIMEOUT_MS, Promise.all([readQueueFigures(at), readBusinessFigures(at)]))).flat()
  } catch (error) {
    log.warn("The metrics of the database could not be read", { error })
    return null
  }
}

async function readQueueFigures(at: Date): Promise<Figure[]> {
  const jobs = await readJobFigures(at)
  return [
    {
      name: "guinguette_jobs_late",
      help: "Jobs that should have begun more than five minutes ago, by kind: nobody works, or not fast enough.",
      value: jobs.map(({ job, late }) => ({ labels: { job }, value: late })),
    },
    {
      name: "guinguette_jobs_failed",
      help: "Jobs that failed at every try and are given up, by kind, for as long as the queue remembers them.",
      value: jobs.map(({ job, failed }) => ({ labels: { job }, value: failed })),
    },
  ]
}

async function readBusinessFigures(at: Date): Promise<Figure[]> {
  const now = at.toISOString()
  const byStatus = await db.execute<{ status: string; count: number }>(
    sql`select status, count(*) from bookings group by status`,
  )
  const overdue = await db.execute<{ unanswered: number; expired: number; holds: number }>(sql`
    select (select count(*) from bookings where status = 'pending' and answer_due_at < ${now} and (expires_at is null or expires_at > ${now})) as unanswered,
      (select count(*) from bookings where status = 'pending' and expires_at <= ${now}) as expired,
      ${countEndedHolds(at)} as holds`)
  const contracts = await countLateContracts(at)
  const mails = await readMailFigures()
  const calendars = await readOutsideCalendarFigures()
  return [
    {
      name: "guinguette_contracts_unsent",
      help: "Confirmed bookings to come whose contract nobody was sent; no deadline runs for them.",
      value: contracts.unsent,
    },
    {
      name: "guinguette_contracts_unsealed",
      help: "Signed contracts whose sealed document is still to be made.",
      value: contracts.unsealed,
    },
    {
      name: "guinguette_mails_waiting",
      help: "Mails that wait for their first try or their next.",
      value: mails.waiting,
    },
    {
      name: "guinguette_mails_waiting_seconds",
      help: "How long the oldest of them has waited.",
      value: mails.oldest ? Math.max(0, Math.round((at.getTime() - mails.oldest.getTime()) / 1000)) : 0,
    },
    {
      name: "guinguette_mails_undelivered",
      help: "Mails that were refused or given up, and not sent again.",
      value: mails.undelivered,
    },
    {
      name: "guinguette_outside_calendars",
      help: "Calendars of elsewhere, by whether the last try read them.",
      value: [
        { labels: { state: "read" }, value: calendars.read },
        { labels: { state: "failing" }, value: calendars.failing },
      ],
    },
    {
      name: "guinguette_bookings",
      help: "Bookings by status.",
      value: byStatus.rows.map(({ status, count }) => ({ labels: { status }, value: Number(count) })),
    },
    {
      name: "guinguette_requests_unanswered",
      help: "Pending bookings past the promised 24 hours.",
      value: Number(overdue.rows[0]?.unanswered ?? 0),
    },
    {
      name: "guinguette_requests_expired",
      help: "Requests whose time has run out and that wait to be refused; they hold no days.",
      value: Number(overdue.rows[0]?.expired ?? 0),
    },
    {
      name: "guinguette_sweep_late_rows",
      help: "Rows whose deadline no sweep has acted on in time, by sweep.",
      value: (await countLateRows(at)).map(({ sweep, rows }) => ({ labels: { sweep }, value: rows })),
    },
    {
      name: "guinguette_holds_ended",
      help: "Holds that have ended and wait to be swept; they block nobody.",
      value: Number(overdue.rows[0]?.holds ?? 0),
    },
  ]
}
