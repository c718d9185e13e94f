import { type SQL, sql } from "drizzle-orm"
import type { QueueName } from "./queues.ts"

/**
 * Promises a job for each row of `jobs`, which has its `id`, its `data` and its `start_after` (null: now), within a statement
 * that writes what makes them necessary. The rows are those that pg-boss writes for them, as a test holds; its own statement,
 * which takes whatever a job may have, costs twice as much and is given the same data a second time.
 */
export function insertJobs(name: QueueName, jobs: SQL): SQL {
  return sql`
    insert into pgboss.job_common (id, name, data, start_after, created_on, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select job.id, queue.name, job.data, coalesce(job.start_after, pgboss.job_now()), pgboss.job_now(),
      coalesce(job.start_after, pgboss.job_now()) + queue.retention_seconds * interval '1s', expire_seconds,
      deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
    from ${jobs} as job, pgboss.queue where queue.name = ${sql.raw(`'${name}'`)}
    on conflict do nothing`
}
