import { Client } from "pg"
import { environment } from "../environment.server.ts"

const TIMEOUT_MS = 600

/** Own connection: the pool may be exhausted. */
export async function isDatabaseReachable(): Promise<boolean> {
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
