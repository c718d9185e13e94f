import { PgBoss } from "pg-boss"
import { environment } from "./platform/environment.server.ts"
import { lastingName } from "./platform/installation/this-process.ts"
import { handlers } from "./jobs/handlers.ts"
import { findDueQueues } from "./platform/queue/job-table.ts"
import { type Payloads, type QueueName, queues } from "./platform/queue/queues.ts"
import { jobs } from "./jobs/schedule.ts"
import { log } from "./platform/log.ts"
import { isUnavailable } from "./platform/unavailable.ts"
import { keepSendingWebhooks } from "./outside/webhooks/send.ts"

/** How many jobs of one queue this process does at a time: one that waits for a slow server holds up no other. */
const CONCURRENCY = 3
/** One question for all queues: each hand that asked for itself was thirty-five questions a second of a shop at rest. */
const LOOK_EVERY_MS = 500
const RETRY_MS = 1_000
/** What a hand does by itself, should the looking fail. */
const unasked = { batchSize: 1, pollingIntervalSeconds: 30 }

/** By queue, what takes its jobs: the ids of pg-boss's workers, each of which does one job at a time. */
type Hands = Map<string, string[]>

type Worker = { stop(): Promise<void> }

/** Runs the queued and the recurring jobs, from PostgreSQL: of any number of workers, one runs each. */
export async function startWorker(): Promise<Worker> {
  if (!environment.databaseUrl) throw new Error("DATABASE_URL is not set")
  for (;;) {
    const boss = new PgBoss({
      connectionString: environment.databaseUrl,
      application_name: lastingName("jobs"),
      max: 3,
    })
    boss.on("error", (error) => log.warn("The job queue reports a problem", { error }))
    try {
      return await startJobs(boss)
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined)
      if (!isUnavailable(error)) throw error
      log.warn("The database went away while the jobs started; trying again", { error })
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

async function startJobs(boss: PgBoss): Promise<Worker> {
  await boss.start()
  const hands: Hands = new Map()
  for (const name of Object.keys(queues) as QueueName[]) {
    hands.set(name, await Promise.all(Array.from({ length: CONCURRENCY }, () => workOn(boss, name))))
  }
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: "singleton", retryLimit: 3, retryBackoff: true })
    const hand = await boss.work(job.name, unasked, async () => {
      try {
        log.info("job", { job: job.name, done: await job.run(new Date()) })
      } catch (error) {
        log.warn("A job failed and will be tried again", { job: job.name, error })
        throw error
      }
    })
    hands.set(job.name, [hand])
    await boss.schedule(job.name, job.schedule, null, { tz: "Europe/Paris" })
  }
  const looking = keepLooking(boss, hands)
  const webhooks = keepSendingWebhooks()
  return {
    async stop() {
      await Promise.all([looking.stop(), webhooks.stop(), boss.stop({ graceful: true, timeout: 10_000 })])
    },
  }
}

function workOn<Name extends QueueName>(boss: PgBoss, name: Name): Promise<string> {
  return boss.work<Payloads[Name]>(name, unasked, async ([job]) => {
    if (!job) return
    try {
      const done = await handlers[name](job.data)
      log.info("job", { job: name, id: job.id, done })
      return done
    } catch (error) {
      log.warn("A job failed and will be tried again", { job: name, id: job.id, error })
      throw error
    }
  })
}

/** Wakes the hands of the queues in which a job is due. */
function keepLooking(boss: PgBoss, hands: Hands): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null
  const look = async () => {
    const { rows } = await boss.getDb().executeSql(findDueQueues, [[...hands.keys()]])
    for (const { name } of rows) for (const hand of hands.get(String(name)) ?? []) boss.notifyWorker(hand)
  }
  const timer = setInterval(() => {
    looking ??= look()
      // What keeps this question from its answer keeps the hands from theirs, who say so.
      .catch(() => undefined)
      .finally(() => {
        looking = null
      })
  }, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
