import { environment } from "../environment.server.ts"
import { readOwnInstallation } from "../installation/check-installation.ts"
import { type BackupSummary, backUp } from "./back-up.ts"

/** Throws `BackupProblem`. */
export async function backUpShop(file: string): Promise<BackupSummary> {
  const { databaseUrl, dataDir } = environment
  if (databaseUrl === null) throw new Error("DATABASE_URL is not set")
  return backUp({ databaseUrl, dataDir, ...(await readOwnInstallation()) }, file)
}
