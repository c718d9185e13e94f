import os from "node:os"
import { type Environment, environment } from "../environment.server.ts"

export const processName = `${os
  .hostname()
  .replaceAll(/[^\w.-]/g, "_")
  .slice(0, 24)}:${process.pid}`

const reservedByRole = { web: 3, worker: 4, all: 6 } as const satisfies Record<Environment["role"], number>
export const reservedConnections = reservedByRole[environment.role]

const USUAL_FOR_PAGES = 12

export const pageConnections = {
  max: environment.databaseConnections ? environment.databaseConnections - reservedConnections : USUAL_FOR_PAGES,
}

/** connections.ts parses this name. */
export function connectionName(purpose: "bell" | "jobs" | "start"): string {
  return `guinguette ${purpose} ${reservedConnections + pageConnections.max} ${processName}`
}
