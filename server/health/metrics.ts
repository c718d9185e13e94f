import { sql } from "drizzle-orm"
import { diskFigures, jobFigures, storageAnswers } from "./machine-figures.ts"
import { databaseAnswers } from "../database/probe.ts"
import { db, pool } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { forPages, processName } from "../installation/this-process.ts"
import { lateContracts } from "../contracts/contract-queue.ts"
import { lateSweeps } from "../sweeps/all.ts"
import { log } from "../log.ts"
import { countStreams } from "../live/streams.ts"
import { outsideFigures } from "../outside-calendars/conflicts.ts"
import { mailFigures } from "../mail/ledger.ts"
import { pageAnswers } from "./page-answers.ts"
import { requestTimesText } from "./request-times.ts"
import { withinTime } from "../within-time.ts"

type Metric = {
  name: string
  help: string
  type: "gauge" | "counter"
  samples: { labels?: Record<string, string>; value: number }[]
}

/** More than all figures take in a large shop, less than Prometheus waits. */
const TIMEOUT_MS = 2_000

/**
 * Prometheus text: the process, its answers by route, the database pool, the bookings by status and what is late. Without
 * a database it has what the process knows by itself.
 */
export async function metricsText(at: Date): Promise<string> {
  const [machine, stored] = await Promise.all([machineMetrics(), storedMetrics(at)])
  const memory = process.memoryUsage()
  const metrics: Metric[] = [
    {
      name: "guinguette_process",
      help: "Which process answers: each has figures of its own of memory, answers, streams and connections.",
      type: "gauge",
      samples: [{ labels: { process: processName, role: environment.role }, value: 1 }],
    },
    {
      name: "process_resident_memory_bytes",
      help: "Resident memory.",
      type: "gauge",
      samples: [{ value: memory.rss }],
    },
    { name: "process_heap_used_bytes", help: "Heap in use.", type: "gauge", samples: [{ value: memory.heapUsed }] },
    {
      name: "process_uptime_seconds",
      help: "Since the process started.",
      type: "gauge",
      samples: [{ value: process.uptime() }],
    },
    {
      name: "guinguette_database_connections",
      help: "Connections of the pool by state.",
      type: "gauge",
      samples: [
        { labels: { state: "open" }, value: pool.totalCount },
        { labels: { state: "idle" }, value: pool.idleCount },
        { labels: { state: "waiting" }, value: pool.waitingCount },
        { labels: { state: "most" }, value: forPages.max },
      ],
    },
    {
      name: "guinguette_live_streams",
      help: "Open pages that are told of changes.",
      type: "gauge",
      samples: [{ value: countStreams() }],
    },
    {
      name: "guinguette_page_answers",
      help: "Answers of pages and their data, by whether they were cached or rendered.",
      type: "counter",
      samples: pageAnswers().map(({ making, count }) => ({ labels: { making }, value: count })),
    },
    ...machine,
    metric("guinguette_database_up", "Whether the database answers in time: 1 or 0.", stored === null ? 0 : 1),
    ...(stored ?? []),
  ]
  return metrics.map(textOf).join("") + requestTimesText()
}

async function machineMetrics(): Promise<Metric[]> {
  const [disk, answers] = await Promise.all([diskFigures(), storageAnswers()])
  return [
    ...(disk
      ? [
          metric("guinguette_disk_free_bytes", "Free on the disk of DATA_DIR, for who runs the shop.", disk.free),
          metric("guinguette_disk_size_bytes", "Size of that disk.", disk.size),
        ]
      : []),
    metric("guinguette_storage_up", "Whether the storage of uploads and documents answers: 1 or 0.", answers ? 1 : 0),
  ]
}

/** Null while the database is away. It is asked first on a connection of its own, so that no scrape holds one of the pool. */
async function storedMetrics(at: Date): Promise<Metric[] | null> {
  if (!(await databaseAnswers())) return null
  try {
    return (await withinTime(TIMEOUT_MS, Promise.all([jobMetrics(at), businessMetrics(at)]))).flat()
  } catch (error) {
    log.warn("The metrics of the database could not be read", { error })
    return null
  }
}

async function jobMetrics(at: Date): Promise<Metric[]> {
  const jobs = await jobFigures(at)
  return [
    {
      name: "guinguette_jobs_late",
      help: "Jobs that should have begun more than five minutes ago, by kind: nobody works, or not fast enough.",
      type: "gauge",
      samples: jobs.map(({ job, late }) => ({ labels: { job }, value: late })),
    },
    {
      name: "guinguette_jobs_failed",
      help: "Jobs that failed at every try and are given up, by kind, for as long as the queue remembers them.",
      type: "gauge",
      samples: jobs.map(({ job, failed }) => ({ labels: { job }, value: failed })),
    },
  ]
}

function metric(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", samples: [{ value }] }
}

async function businessMetrics(at: Date): Promise<Metric[]> {
  const now = at.toISOString()
  const byStatus = await db.execute<{ status: string; count: number }>(
    sql`select status, count(*) from bookings group by status`,
  )
  const late = await db.execute<{ unanswered: number; expired: number; holds: number }>(sql`
    select (select count(*) from bookings where status = 'pending' and answer_due_at < ${now} and (expires_at is null or expires_at > ${now})) as unanswered,
      (select count(*) from bookings where status = 'pending' and expires_at <= ${now}) as expired,
      (select count(*) from occupancy where hold_ends_at < ${now}) as holds`)
  const contracts = await lateContracts(at)
  const mails = await mailFigures()
  const outside = await outsideFigures()
  return [
    {
      name: "guinguette_contracts_unsent",
      help: "Confirmed bookings to come whose contract nobody was sent; no deadline runs for them.",
      type: "gauge",
      samples: [{ value: contracts.unsent }],
    },
    {
      name: "guinguette_contracts_unsealed",
      help: "Signed contracts whose sealed document is still to be made.",
      type: "gauge",
      samples: [{ value: contracts.unsealed }],
    },
    {
      name: "guinguette_mails_waiting",
      help: "Mails that wait for their first try or their next.",
      type: "gauge",
      samples: [{ value: mails.waiting }],
    },
    {
      name: "guinguette_mails_waiting_seconds",
      help: "How long the oldest of them has waited.",
      type: "gauge",
      samples: [{ value: mails.oldest ? Math.max(0, Math.round((at.getTime() - mails.oldest.getTime()) / 1000)) : 0 }],
    },
    {
      name: "guinguette_mails_undelivered",
      help: "Mails that were refused or given up, and not sent again.",
      type: "gauge",
      samples: [{ value: mails.undelivered }],
    },
    {
      name: "guinguette_outside_calendars",
      help: "Calendars of elsewhere, by whether the last try read them.",
      type: "gauge",
      samples: [
        { labels: { state: "read" }, value: outside.read },
        { labels: { state: "failing" }, value: outside.failing },
      ],
    },
    {
      name: "guinguette_bookings",
      help: "Bookings by status.",
      type: "gauge",
      samples: byStatus.rows.map(({ status, count }) => ({ labels: { status }, value: Number(count) })),
    },
    {
      name: "guinguette_requests_unanswered",
      help: "Pending bookings past the promised 24 hours.",
      type: "gauge",
      samples: [{ value: Number(late.rows[0]?.unanswered ?? 0) }],
    },
    {
      name: "guinguette_requests_expired",
      help: "Requests whose time has run out and that wait to be refused; they hold no days.",
      type: "gauge",
      samples: [{ value: Number(late.rows[0]?.expired ?? 0) }],
    },
    {
      name: "guinguette_sweep_late_rows",
      help: "Rows whose deadline no sweep has acted on in time, by sweep.",
      type: "gauge",
      samples: (await lateSweeps(at)).map(({ sweep, rows }) => ({ labels: { sweep }, value: rows })),
    },
    {
      name: "guinguette_holds_ended",
      help: "Holds that have ended and wait to be swept; they block nobody.",
      type: "gauge",
      samples: [{ value: Number(late.rows[0]?.holds ?? 0) }],
    },
  ]
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${text}"`)
    return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`
}
