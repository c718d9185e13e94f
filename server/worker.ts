import { PgBoss } from "pg-boss"
import { environment } from "./platform/environment.server.ts"
import { connectionName } from "./platform/installation/this-process.ts"
import { handlers } from "./jobs/handlers.ts"
import { dueQueuesQuery } from "./platform/queue/job-table.ts"
import { type Payloads, type QueueName, queues } from "./platform/queue/queues.ts"
import { jobs } from "./jobs/schedule.ts"
import { log } from "./platform/log.ts"
import { isUnavailable } from "./platform/unavailable.ts"
import { startWebhookSender } from "./outside/webhooks/send.ts"

const CONCURRENCY = 3
/** One query for all queues, since polling each took thirty-five queries a second. */
const POLL_EVERY_MS = 500
const RETRY_MS = 1_000
const fallbackPolling = { batchSize: 1, pollingIntervalSeconds: 30 }

type WorkersByQueue = Map<string, string[]>

type RunningWorker = { stop(): Promise<void> }

export async function startWorker(): Promise<RunningWorker> {
  if (!environment.databaseUrl) throw new Error("DATABASE_URL is not set")
  for (;;) {
    const boss = new PgBoss({
      connectionString: environment.databaseUrl,
      application_name: connectionName("jobs"),
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

async function startJobs(boss: PgBoss): Promise<RunningWorker> {
  await boss.start()
  const workersByQueue: WorkersByQueue = new Map()
  for (const name of Object.keys(queues) as QueueName[]) {
    workersByQueue.set(name, await Promise.all(Array.from({ length: CONCURRENCY }, () => startQueueWorker(boss, name))))
  }
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: "singleton", retryLimit: 3, retryBackoff: true })
    const workerId = await boss.work(job.name, fallbackPolling, async () => {
      try {
        log.info("job", { job: job.name, done: await job.run(new Date()) })
      } catch (error) {
        log.warn("A job failed and will be tried again", { job: job.name, error })
        throw error
      }
    })
    workersByQueue.set(job.name, [workerId])
    await boss.schedule(job.name, job.schedule, null, { tz: "Europe/Paris" })
  }
  const polling = pollQueues(boss, workersByQueue)
  const webhooks = startWebhookSender()
  return {
    async stop() {
      await Promise.all([polling.stop(), webhooks.stop(), boss.stop({ graceful: true, timeout: 10_000 })])
    },
  }
}

function startQueueWorker<Name extends QueueName>(boss: PgBoss, name: Name): Promise<string> {
  return boss.work<Payloads[Name]>(name, fallbackPolling, async ([job]) => {
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

function pollQueues(boss: PgBoss, workersByQueue: WorkersByQueue): { stop(): Promise<void> } {
  let polling: Promise<void> | null = null
  const wakeWorkers = async () => {
    const { rows } = await boss.getDb().executeSql(dueQueuesQuery, [[...workersByQueue.keys()]])
    for (const { name } of rows)
      for (const workerId of workersByQueue.get(String(name)) ?? []) boss.notifyWorker(workerId)
  }
  const timer = setInterval(() => {
    polling ??= wakeWorkers()
      .catch(() => undefined)
      .finally(() => {
        polling = null
      })
  }, POLL_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
}
