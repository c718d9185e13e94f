import type { LargeCounts } from "../seed/large/large.ts"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../server/environment.server.ts"

export interface Prepared {
  readonly seeded: boolean
  /** Set when the first administrator has just been made. */
  readonly administrator: { readonly email: string; readonly password: string } | null
}

export interface Running {
  readonly url: string
  stop(): Promise<void>
}

export interface Job {
  readonly name: string
  readonly schedule: string
  readonly description: string
}

export interface BackedUp {
  readonly tables: number
  readonly rows: number
  readonly files: number
}

export interface Restored {
  /** ISO instant of the state that is back. */
  readonly at: string
  readonly rows: number
  readonly files: number
  readonly otherSecret: boolean
}

/** What server/main.ts exports, as the build has it. */
export interface Server {
  prepare(): Promise<Prepared>
  start(): Promise<Running>
  runJob(name: string, at: Date): Promise<string>
  largeCounts: LargeCounts
  hugeCounts: LargeCounts
  seedLarge(at: Date, counts: LargeCounts): Promise<boolean>
  backUpTo(file: string): Promise<BackedUp>
  restoreFrom(file: string): Promise<Restored>
  /** False when there is no such thing to accept, or no shop yet. */
  accept(what: string): Promise<boolean>
  close(): Promise<void>
  readonly jobs: readonly Job[]
  /** Names that stand for several jobs. */
  readonly jobGroups: Readonly<Record<string, readonly string[]>>
  renewAdministratorPassword(
    email: string | null,
    withoutSecondFactor: boolean,
  ): Promise<
    | { ok: true; value: { email: string; password: string; secondFactor: boolean } }
    | { ok: false; error: { administrators: readonly string[] } }
  >
}

/** Loads the built server, which reads its environment now: DATABASE_URL must be set. */
export async function loadServer(): Promise<Server> {
  const file = pathToFileURL(path.join(root, "build", "server", "index.js"))
  return (await import(file.href)) as Server
}
