import { Client } from "pg"
import { vi } from "vitest"
import { Flight } from "../../server/database/flight.ts"
import { pool } from "../../server/database.server.ts"

/** How often `work` waits for the database, and how many statements it sends. What is under way at once is one wait. */
export async function countFlights<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; flights: number; statements: number }> {
  const { query } = Client.prototype
  let [statements, open, flights] = [0, 0, 0]
  const leaves = (count: number) => {
    statements += count
    if (open++ === 0) flights++
  }
  const end = () => open--
  const watching = vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...given: unknown[]) {
    const [asked] = given
    if (asked instanceof Flight) {
      leaves(asked.statements.length)
      vi.spyOn(asked, "handleReadyForQuery").mockImplementation(end)
    }
    const answer: unknown = Reflect.apply(query, this, given)
    // The pool itself takes its answers by a callback: it asks for what no transaction waits for.
    if (!(answer instanceof Promise)) return answer
    leaves(1)
    answer.then(end, end)
    return answer
  })
  try {
    return { value: await work(), flights, statements }
  } finally {
    watching.mockRestore()
  }
}

/** Runs `change` when the verb that comes next has landed its first flight and is about to send its second. */
export function betweenTheFlights(change: () => Promise<unknown>): void {
  const connect = pool.connect.bind(pool)
  let connections = 0
  const watching = vi.spyOn(pool, "connect").mockImplementation(async () => {
    if (++connections === 2) {
      watching.mockRestore()
      await change()
    }
    return connect()
  })
}
