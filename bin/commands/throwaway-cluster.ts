import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { startEmbedded } from "../../server/platform/database/embedded.ts"
import { killAll } from "../checks/program.ts"
import { giveUp, say } from "../operator.ts"

type Cluster = { dataDir: string; url: string }

export async function withThrowawayCluster(
  { purpose, failure }: { purpose: string; failure: string },
  use: (cluster: Cluster) => Promise<string[]>,
): Promise<never> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-cluster-"))
  let stopDatabase: () => Promise<void> = () => Promise.resolve()
  const close = async () => {
    await stopDatabase()
    await rm(dataDir, { recursive: true, force: true })
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
    process.once(signal, () => {
      killAll()
      void close().finally(() => process.exit(130))
    })
  }
  try {
    const cluster = await startEmbedded({ dataDir, purpose })
    stopDatabase = cluster.stop
    const failed = await use({ dataDir, url: cluster.urlFor("postgres") })
    await close()
    if (failed.length > 0) say(`${failure}: ${failed.join(", ")}`)
    process.exit(failed.length > 0 ? 1 : 0)
  } catch (error) {
    await close()
    giveUp(error)
  }
}
