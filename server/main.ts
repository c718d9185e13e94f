import path from "node:path"
import type { ServerBuild } from "react-router"
import * as build from "virtual:react-router/server-build"
import type { BackupSummary } from "./platform/backup/back-up.ts"
import { backUpShop } from "./platform/backup/back-up-shop.ts"
import { type RestoreSummary, restore } from "./platform/backup/restore.ts"
import { authSecret } from "./platform/secrets/secret.ts"
import { storage } from "./platform/storage/current.server.ts"
import { ensureFirstAdministrator } from "./accounts/auth/first-administrator.ts"
import { pool } from "./platform/database.server.ts"
import { migrate } from "./platform/database/migrate.ts"
import { environment } from "./platform/environment.server.ts"
import { smtpWarning } from "./platform/mail/smtp.ts"
import { installQueue } from "./platform/queue/install-queue.ts"
import { cardWarning } from "./money/payments/current.server.ts"
import { log } from "./platform/log.ts"
import {
  type InstallationPart,
  installationParts,
  acceptInstallation,
  checkInstallation,
  readOwnInstallation,
  registerInstallation,
} from "./platform/installation/check-installation.ts"
import { reserveConnections } from "./platform/installation/connections.ts"
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
export { createFirstAdministratorLink } from "./accounts/auth/first-administrator-link.ts"
export { renewAdministratorPassword } from "./accounts/auth/renew-administrator.ts"

export type PreparationSummary = { seeded: boolean; administrator: { email: string } | null }

export async function prepare(): Promise<PreparationSummary> {
  // An unusable secret must not wait for the first sign-in to fail.
  await authSecret()
  if (environment.signing) await (await import("./platform/documents/certificate.ts")).checkSuppliedCertificate()
  await migrate(pool, { beforeBreaking: backUpFormer })
  await closeOnFailure(registerInstallation(await readOwnInstallation()))
  await installQueue(pool)
  await ensureLegalTexts()
  await ensureContractTemplate()
  const seeded = environment.seed === "demo" && (await isEmptyShop())
  if (seeded) await seedDemonstration()
  const administrator = await ensureFirstAdministrator()
  return { seeded, administrator }
}

/** The way back from a version whose migrations the former one cannot run on (decision 118). */
async function backUpFormer(): Promise<void> {
  const file = path.join(environment.dataDir, "backups", `${new Date().toISOString().replaceAll(/[:.]/g, "")}.tar.gz`)
  log.warn("The former version cannot run on the database that this one makes; backing it up first", { file })
  await backUpShop(file)
}

/** Throws `BackupProblem`. */
export async function backUpTo(file: string): Promise<BackupSummary> {
  await closeOnFailure(checkInstallation(await readOwnInstallation()))
  return backUpShop(file)
}

/** Throws `BackupProblem`, and then leaves the target as empty as it was. */
export async function restoreFrom(file: string): Promise<RestoreSummary> {
  const { dataDir } = environment
  return restore({ databaseUrl: databaseUrl(), dataDir, storage: await storage(), secret: authSecret }, file)
}

export async function runJob(name: string, at: Date): Promise<string> {
  await closeOnFailure(checkInstallation(await readOwnInstallation()))
  return runJobNow(name, at)
}

export async function acceptChange(name: string): Promise<boolean> {
  const part = installationParts.find((each): each is InstallationPart => each === name)
  return part !== undefined && acceptInstallation(await readOwnInstallation(), part)
}

function databaseUrl(): string {
  if (!environment.databaseUrl) throw new Error("DATABASE_URL is not set")
  return environment.databaseUrl
}

export async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  // Opened early, so that no transaction that enqueues has to wait for the queue.
  await openQueue()
  await reserveConnections()
  const web = environment.role === "worker" ? null : await startWeb(build as ServerBuild)
  if (web) await warnMissingFacts().catch((error: unknown) => log.warn("The legal facts could not be read", { error }))
  const paymentWarning = web && cardWarning()
  if (paymentWarning) log.warn(paymentWarning)
  void warnAboutMailServer()
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

/** Never delays the opening. */
async function warnAboutMailServer(): Promise<void> {
  const warning = environment.smtpUrl && (await smtpWarning(environment.smtpUrl))
  if (warning) log.warn(warning)
}

export async function close(): Promise<void> {
  await closeQueue()
  await pool.end()
}

/** Closes the pool before rethrowing, so that the startup error is the only one in the log. */
async function closeOnFailure(check: Promise<void>): Promise<void> {
  try {
    await check
  } catch (error) {
    await close()
    throw error
  }
}
