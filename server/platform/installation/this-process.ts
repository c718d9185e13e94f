import os from "node:os"
import { type Environment, environment } from "../environment.server.ts"

/** Tells one process from another, here and on other machines: in `/metrics` and in `pg_stat_activity`. */
export const processName = `${os
  .hostname()
  .replaceAll(/[^\w.-]/g, "_")
  .slice(0, 24)}:${process.pid}`

/** Connections to PostgreSQL for pages, at most: fewer where the server has no more (`fitConnections`). */
export const forPages = { max: 12 }

/** Beside them: of the queue, and of what hears of changes and asks whether the database lives, or of the jobs. */
const besidePages = { web: 3, worker: 4, all: 6 } as const satisfies Record<Environment["role"], number>
export const beside = besidePages[environment.role]

/** The name of a connection that lasts as long as the process, with how many the process opens in all, at most. */
export function lastingName(purpose: "bell" | "jobs" | "start"): string {
  return `guinguette ${purpose} ${beside + forPages.max} ${processName}`
}
