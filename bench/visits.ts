import { Client } from "pg"
import { run } from "../bin/checks/program.ts"
import { administrator } from "../tests/harness/server-process.ts"
import { median } from "./measure.ts"

/** Asks for a page. Answers how long it took, in milliseconds. */
export type Visit = (path: string) => Promise<number>

export type Compared = { smallMs: number; largeMs: number; times: number }

/**
 * Medians in milliseconds, and the median of the ratios of neighbouring visits; the first of each warm up, until each
 * connection has planned what is prepared for whatever values (after five executions).
 */
export async function compareVisits(
  path: string,
  { small, large, rounds, warmUps }: { small: Visit; large: Visit; rounds: number; warmUps: number },
): Promise<Compared> {
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

/** As an administrator. */
export async function signedIn(url: string): Promise<Visit> {
  const [origin, session] = [originOf(url), await openSession(url)]
  return async (path) => {
    const started = performance.now()
    const page = await fetch(origin + path, { headers: { cookie: session }, redirect: "manual" })
    await page.arrayBuffer()
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`)
    return performance.now() - started
  }
}

/** The name that the server knows itself by: a form from anywhere else is refused. */
function originOf(url: string): string {
  return url.replace("127.0.0.1", "localhost")
}

/** The administrator's, as a browser sends it. */
async function openSession(url: string): Promise<string> {
  const origin = originOf(url)
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

/** Puts rows of the demonstration, which every larger shop has as well, where a path names them: "{booking}", "{person}", "{product}" and "{day}". */
export async function fillWith(url: string): Promise<(path: string) => string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(`
      select id as booking, user_id as person, product_id as product, first_day::text as day
      from bookings where status = 'confirmed' order by first_day desc, id limit 1`)
    const known = rows[0]
    if (!known) throw new Error("The demonstration has no confirmed booking")
    return (path) => path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "")
  } finally {
    await client.end()
  }
}

/** Fills a shop that was prepared as `npm run seed -- --large` or `--huge` does. Answers how many seconds it took. */
export async function seedShop(url: string, dataDir: string, size: "--large" | "--huge"): Promise<number> {
  const started = performance.now()
  const { code, said } = await run(["bin/commands/seed.ts", size], {
    shown: false,
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
  })
  if (code !== 0) throw new Error(`The shop could not be filled: ${said}`)
  return (performance.now() - started) / 1000
}
