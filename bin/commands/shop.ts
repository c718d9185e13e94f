import { giveUp } from "../operator.ts"
import type { Server } from "../server-build.ts"

export async function runCommand(command: () => Promise<void>): Promise<never> {
  process.env["NODE_ENV"] ||= "production"
  try {
    await command()
  } catch (error) {
    giveUp(error)
  }
  process.exit(0)
}

/** `share` lets a running shop continue beside the command. */
export async function withShop(
  command: string,
  use: (server: Server) => Promise<void>,
  { share = true }: { share?: boolean } = {},
): Promise<void> {
  // Imported late: both read the environment, which a command may set first.
  const { environment } = await import("../../server/platform/environment.server.ts")
  const { openDatabase } = await import("../database.ts")
  const { loadServer } = await import("../server-build.ts")
  const database = await openDatabase(environment, command, { share })
  try {
    const server = await loadServer()
    await use(server)
    await server.close()
  } finally {
    await database.stop()
  }
}
