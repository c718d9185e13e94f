import { PgBoss } from "pg-boss"
import { environment } from "./environment.server.ts"
import { lastingName } from "./installation/this-process.ts"
import { handlers } from "./jobs/handlers.ts"
import { type Payloads, type QueueName, queues } from "./jobs/queues.ts"
import { jobs } from "./jobs/schedule.ts"
import { log } from "./log.ts"
import { keepSendingWebhooks } from "./webhooks/send.ts"

/** How many jobs of one queue this process does at a time: one that waits for a slow server holds up no other. */
const CONCURRENCY = 3

/** Runs the queued and the recurring jobs, from PostgreSQL: of any number of workers, one runs each. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  if (!environment.databaseUrl) throw new Error("DATABASE_URL is not set")
  const boss = new PgBoss({ connectionString: environment.databaseUrl, application_name: lastingName("jobs"), max: 3 })
  boss.on("error", (error) => log.warn("The job queue reports a problem", { error }))
  await boss.start()
  for (const name of Object.keys(queues) as QueueName[]) await workOn(boss, name)
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: "singleton", retryLimit: 3, retryBackoff: true })
    await boss.work(job.name, async () => {
      try {
        log.info("job", { job: job.name, done: await job.run(new Date()) })
      } catch (error) {
        log.warn("A job failed and will be tried again", { job: job.name, error })
        throw error
      }
    })
    await boss.schedule(job.name, job.schedule, null, { tz: "Europe/Paris" })
  }
  const webhooks = keepSendingWebhooks()
  return {
    async stop() {
      await Promise.all([webhooks.stop(), boss.stop({ graceful: true, timeout: 10_000 })])
    },
  }
}

async function workOn<Name extends QueueName>(boss: PgBoss, name: Name): Promise<void> {
  await boss.work<Payloads[Name]>(
    name,
    { batchSize: 1, localConcurrency: CONCURRENCY, pollingIntervalSeconds: 2 },
    async ([job]) => {
      if (!job) return
      try {
        const done = await handlers[name](job.data)
        log.info("job", { job: name, id: job.id, done })
        return done
      } catch (error) {
        log.warn("A job failed and will be tried again", { job: name, id: job.id, error })
        throw error
      }
    },
  )
}
