import type { ClientBase } from "pg"

/** Set after connecting: a pooler refuses them among the parameters of the connection. */
export async function limitSession(client: ClientBase): Promise<void> {
  await client.query("set statement_timeout = '15s'; set idle_in_transaction_session_timeout = '30s'")
}
