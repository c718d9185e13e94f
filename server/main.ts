import type { ServerBuild } from "react-router"
import * as build from "virtual:react-router/server-build"
import { type BackedUp, backUp } from "./platform/backup/back-up.ts"
import { type Restored, restore } from "./platform/backup/restore.ts"
import { authSecret } from "./platform/secrets/secret.ts"
import { storage } from "./platform/storage/current.server.ts"
import { ensureFirstAdministrator } from "./accounts/auth/first-administrator.ts"
import { pool } from "./platform/database.server.ts"
import { migrate } from "./platform/database/migrate.ts"
import { environment } from "./platform/environment.server.ts"
import { installQueue } from "./platform/queue/install-queue.ts"
import { cardWarning } from "./money/payments/current.server.ts"
import { log } from "./platform/log.ts"
import {
  type Acceptable,
  acceptable,
  acceptInstallation,
  checkInstallation,
  ownInstallation,
  settleInstallation,
} from "./platform/installation/belonging.ts"
import { fitConnections } from "./platform/installation/connections.ts"
import { runJob as runJobNow } from "./jobs/schedule.ts"
import { closeQueue, openQueue } from "./platform/queue/queue.ts"
import { ensureContractTemplate } from "../seed/contract-template.ts"
import { ensureLegalTexts } from "../seed/legal-texts.ts"
import { seedDemonstration } from "../seed/seed.ts"
import { warnMissingFacts } from "./shop/content/warn-missing-facts.ts"
import { isEmptyShop } from "./catalog/queries.ts"
import { startWeb } from "./web/web.ts"
import { startWorker } from "./worker.ts"
import { writePageViews } from "./reports/statistics/page-views.ts"

export { hugeCounts, largeCounts, seedLarge } from "../seed/large/large.ts"
export { jobGroups, jobs } from "./jobs/schedule.ts"
export { renewAdministratorPassword } from "./accounts/auth/renew-administrator.ts"

export type Prepared = { seeded: boolean; administrator: { email: string; password: string } | null }

/** Brings the database to today's schema, lays out the legal texts and the contract, fills an empty shop, makes the first administrator. */
export async function prepare(): Promise<Prepared> {
  // Made or read now: a secret that cannot be used must not wait for the first sign-in.
  await authSecret()
  // What reads certificates is large, and loaded where there is one to read.
  if (environment.signing) await (await import("./platform/documents/certificate.ts")).checkSuppliedCertificate()
  await migrate(pool)
  await closeOnFailure(settleInstallation(await ownInstallation()))
  await installQueue(pool)
  await ensureLegalTexts()
  await ensureContractTemplate()
  const seeded = environment.seed === "demo" && (await isEmptyShop())
  if (seeded) await seedDemonstration()
  // Last: the password is shown only when all is ready, so that nothing that stops on the way can lose it.
  const administrator = await ensureFirstAdministrator()
  return { seeded, administrator }
}

/** Writes the whole shop into a file, while it runs; what it did, for the operator. Throws `BackupProblem`. */
export async function backUpTo(file: string): Promise<BackedUp> {
  const { dataDir } = environment
  const own = await ownInstallation()
  await closeOnFailure(checkInstallation(own))
  return backUp({ databaseUrl: databaseUrl(), dataDir, ...own }, file)
}

/** Brings the shop of a backup into this empty place. Throws `BackupProblem`, and leaves the place empty then. */
export async function restoreFrom(file: string): Promise<Restored> {
  const { dataDir } = environment
  return restore({ databaseUrl: databaseUrl(), dataDir, storage: await storage(), secret: authSecret }, file)
}

/** Runs a job now, as if it were that instant; what it did. */
export async function runJob(name: string, at: Date): Promise<string> {
  await closeOnFailure(checkInstallation(await ownInstallation()))
  return runJobNow(name, at)
}

/** Another secret or storage is the shop's from now on: the operator says so. False when it is neither, or there is no shop. */
export async function accept(what: string): Promise<boolean> {
  const known = acceptable.find((each): each is Acceptable => each === what)
  return known !== undefined && acceptInstallation(await ownInstallation(), known)
}

function databaseUrl(): string {
  if (!environment.databaseUrl) throw new Error("DATABASE_URL is not set")
  return environment.databaseUrl
}

/** Serves the pages, runs the jobs, or both, as ROLE says. */
export async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  // Before the first request: whoever enqueues is in a transaction, which must not wait for this.
  await openQueue()
  await fitConnections()
  const web = environment.role === "worker" ? null : await startWeb(build as ServerBuild)
  if (web) await warnMissingFacts().catch((error: unknown) => log.warn("The legal facts could not be read", { error }))
  const aboutCards = web && cardWarning()
  if (aboutCards) log.warn(aboutCards)
  const worker = environment.role === "web" ? null : await startWorker()
  return {
    url: web?.url ?? "",
    async stop() {
      await Promise.all([web?.stop(), worker?.stop()])
      await writePageViews()
      await close()
    },
  }
}

/** Lets the database go: for a command that has done its work without serving. */
export async function close(): Promise<void> {
  await closeQueue()
  await pool.end()
}

/** Anyone who may not begin has one thing to say: that the database was taken away under its connections is not it. */
async function closeOnFailure(check: Promise<void>): Promise<void> {
  try {
    await check
  } catch (error) {
    await close()
    throw error
  }
}
