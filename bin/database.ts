import { Client } from "pg"
import { checkDataFolder } from "../server/data-folder.ts"
import { startEmbedded } from "../server/database/embedded.ts"
import type { Environment } from "../server/environment.server.ts"
import { log } from "../server/log.ts"
import { OperatorProblem, say } from "./operator.ts"

export interface OpenDatabase {
  readonly embedded: boolean
  stop(): Promise<void>
}

const oldest = 15

/**
 * The operator's PostgreSQL, checked, or the embedded one, started. DATABASE_URL is set from here on, for the server
 * that is loaded next. Throws what `plainly` can tell.
 */
export async function openDatabase(
  environment: Environment,
  purpose: string,
  options: { share: boolean },
): Promise<OpenDatabase> {
  await checkDataFolder(environment.dataDir)
  if (environment.databaseUrl) {
    await check(environment.databaseUrl)
    return { embedded: false, stop: () => Promise.resolve() }
  }
  const cluster = await startEmbedded({
    dataDir: environment.dataDir,
    purpose,
    share: options.share,
    report: (message) => log.error(message),
  })
  if (cluster.joined) say("Using the PostgreSQL that another command runs")
  process.env["DATABASE_URL"] = cluster.url
  process.env["SEED"] = environment.seed
  return { embedded: true, stop: cluster.stop }
}

async function check(url: string): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on("error", () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ number: string }>("select current_setting('server_version_num') as number")
      const version = Math.floor(Number(rows[0]?.number) / 10_000)
      if (version < oldest) {
        throw new OperatorProblem(`PostgreSQL ${oldest} or newer is needed; the one of DATABASE_URL is ${version}.`)
      }
      return
    } catch (error) {
      if (error instanceof OperatorProblem) throw error
      const code = error instanceof Error && "code" in error ? error.code : undefined
      // It says that it is only just starting: no reason to give up yet.
      if (code !== "57P03" || Date.now() > deadline) throw unreachable(url, error)
      await new Promise((resolve) => setTimeout(resolve, 300))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Names the server and the database, never the password. */
function unreachable(url: string, error: unknown): OperatorProblem {
  const address = URL.canParse(url) ? new URL(url) : null
  const place = address?.searchParams.get("host") ?? address?.host ?? "its address"
  const name = address?.pathname.slice(1) ?? ""
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const reasons: Record<string, string> = {
    ECONNREFUSED: `nothing answers at ${place}. Start PostgreSQL there, or correct DATABASE_URL.`,
    ENOENT: `there is no socket at ${place}. Start PostgreSQL there, or correct DATABASE_URL.`,
    ENOTFOUND: `the name ${address?.hostname ?? ""} is unknown. Correct DATABASE_URL.`,
    EAI_AGAIN: `the name ${address?.hostname ?? ""} cannot be looked up. Correct DATABASE_URL or the network.`,
    "28P01": `${place} refuses the user name or password. Correct DATABASE_URL.`,
    "28000": `${place} refuses this user. Correct DATABASE_URL or its pg_hba.conf.`,
    "3D000": `${place} has no database “${name}”. Create it, or correct DATABASE_URL.`,
    "53300": `${place} has no connection left. Raise its max_connections or stop what uses them.`,
    "57P03": `${place} is starting or stopping. Try again in a moment.`,
  }
  const message = error instanceof Error ? error.message.split("\n")[0] : String(error)
  return new OperatorProblem(
    `The database cannot be used: ${reasons[code] ?? `${message} (${place}). Correct DATABASE_URL.`}`,
  )
}
