// Must not import environment.server.ts, even indirectly: tests set no environment.
import type { Pool } from "pg"
import { PgBoss } from "pg-boss"
import { queues } from "./queues.ts"

export async function installQueue(pool: Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values && [...values]) },
    supervise: false,
    schedule: false,
  })
  const problems: unknown[] = []
  boss.on("error", (error) => problems.push(error))
  await boss.start()
  try {
    for (const [name, settings] of Object.entries(queues)) {
      await boss.createQueue(name, settings)
      await boss.updateQueue(name, settings)
    }
  } finally {
    await boss.stop({ close: false, graceful: false })
  }
  if (problems.length > 0) throw new AggregateError(problems, "The job queue could not be installed")
}
