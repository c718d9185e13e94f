import { Client } from "pg"
import { environment } from "../environment.server.ts"

const TIMEOUT_MS = 600

/** Whether the database answers a stranger at this moment, on a connection of its own: the pool may be waiting for it. */
export async function databaseAnswers(): Promise<boolean> {
  const client = new Client({
    connectionString: environment.databaseUrl ?? "",
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: "guinguette probe",
  })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.query("select 1")
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined)
  }
}
