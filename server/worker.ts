import { PgBoss } from "pg-boss"
import { environment } from "./environment.server.ts"
import { jobs } from "./jobs/schedule.ts"
import { log } from "./log.ts"

/** Runs the recurring jobs on a queue in PostgreSQL: of any number of workers, one runs each due job. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  if (!environment.databaseUrl) throw new Error("DATABASE_URL is not set")
  const boss = new PgBoss({ connectionString: environment.databaseUrl, application_name: "guinguette jobs", max: 3 })
  boss.on("error", (error) => log.warn("The job queue reports a problem", { error }))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: "singleton", retryLimit: 3, retryBackoff: true })
    await boss.work(job.name, async () => {
      const done = await job.run(new Date())
      log.info("job", { job: job.name, done })
    })
    await boss.schedule(job.name, job.schedule, null, { tz: "Europe/Paris" })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}
