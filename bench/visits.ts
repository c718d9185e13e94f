import { Client } from "pg"
import { run } from "../bin/checks/program.ts"
import { administrator } from "../tests/harness/server-process.ts"
import { median } from "./measure.ts"

export type Visit = (path: string) => Promise<number>

type VisitComparison = { smallMs: number; largeMs: number; times: number }

/** Warms up first: PostgreSQL settles on a generic plan only after five executions per connection. */
export async function compareVisits(
  path: string,
  { small, large, rounds, warmUps }: { small: Visit; large: Visit; rounds: number; warmUps: number },
): Promise<VisitComparison> {
  for (let time = 0; time < warmUps; time++) {
    await small(path)
    await large(path)
  }
  const pairs: { smallMs: number; largeMs: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ smallMs: await small(path), largeMs: await large(path) })
  return {
    smallMs: median(pairs.map(({ smallMs }) => smallMs)),
    largeMs: median(pairs.map(({ largeMs }) => largeMs)),
    times: median(pairs.map(({ smallMs, largeMs }) => largeMs / smallMs)),
  }
}

export async function visitAsAdministrator(url: string): Promise<Visit> {
  const [origin, session] = [serverOrigin(url), await openSession(url)]
  return async (path) => {
    const started = performance.now()
    const page = await fetch(origin + path, { headers: { cookie: session }, redirect: "manual" })
    await page.arrayBuffer()
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`)
    return performance.now() - started
  }
}

/** The server refuses forms from any other origin. */
function serverOrigin(url: string): string {
  return url.replace("127.0.0.1", "localhost")
}

async function openSession(url: string): Promise<string> {
  const origin = serverOrigin(url)
  const answer = await fetch(`${origin}/connexion`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ email: administrator.email, password: administrator.password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ")
  if (answer.status !== 303) throw new Error(`Signing in answered ${answer.status}`)
  return cookie
}

export async function createPathFiller(url: string): Promise<(path: string) => string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(`
      select id as booking, user_id as person, product_id as product, first_day::text as day
      from bookings where status = 'confirmed' order by first_day desc, id limit 1`)
    const row = rows[0]
    if (!row) throw new Error("The demonstration has no confirmed booking")
    return (path) => path.replace(/\{(\w+)\}/g, (_, name: string) => row[name] ?? "")
  } finally {
    await client.end()
  }
}

export async function seedShop(url: string, dataDir: string, size: "--large" | "--huge"): Promise<number> {
  const started = performance.now()
  const { code, output } = await run(["bin/commands/seed.ts", size], {
    inheritOutput: false,
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
  })
  if (code !== 0) throw new Error(`The shop could not be filled: ${output}`)
  return (performance.now() - started) / 1000
}
