import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { Client } from "pg"
import { administer, dropDatabase, urlForDatabase } from "../harness/cluster.ts"
import { freePort, runCommand, runServer } from "../harness/server-process.ts"
import { expect, test } from "../harness/shop.ts"

const command = (name: "backup" | "restore", file: string, variables: Record<string, string>) =>
  runCommand([`bin/commands/${name}.ts`, file], { SEED: "none", ...variables })

/** Counts that no two shops share by chance. */
const figures = `
  select (select count(*)::integer from bookings) as bookings, (select max(number)::integer from bookings) as last,
    (select count(*)::integer from contracts where status = 'signed') as signed, (select sum(amount)::integer from payments) as paid,
    (select count(*)::integer from images) as pictures`

test("a shop is backed up while it serves, and restored elsewhere with all its data and accounts", async ({ shop }) => {
  test.slow()
  const clusterUrl = process.env["TEST_CLUSTER_URL"] ?? ""
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-moved-"))
  const file = path.join(folder, "shop.tar.gz")
  const database = `moved_${randomBytes(6).toString("hex")}`
  const port = await freePort()
  const moved = {
    DATABASE_URL: urlForDatabase(clusterUrl, database),
    DATA_DIR: path.join(folder, "data"),
    HOST: "127.0.0.1",
    PORT: String(port),
  }
  try {
    const [named] = await shop.sql<{ name: string }>("select current_database() as name")
    const here = { DATABASE_URL: urlForDatabase(clusterUrl, named?.name ?? ""), DATA_DIR: shop.dataDir }
    const [printed] = await Promise.all([command("backup", file, here), fetch(shop.url), fetch(`${shop.url}/catalog`)])
    expect(printed).toMatch(/shop\.tar\.gz: \d+ rows of \d+ tables and \d+ files$/)
    await administer(clusterUrl, async (client) => {
      await client.query(`create database ${database}`)
    })
    expect(await command("restore", file, moved)).toContain("checked. Open it with npm start")

    const [prepared, server] = [await runServer("prepare", moved), await runServer("serve", moved)]
    try {
      // The restored shop has its administrator already.
      expect(prepared.readyMessage).toEqual({ seeded: false, administrator: null })
      const url = `http://localhost:${port}`
      const home = await (await fetch(url)).text()
      const picture = /\/files\/[^"\s]+\.(?:avif|webp|jpg)/.exec(home)?.[0] ?? ""
      expect((await fetch(url + picture)).status).toBe(200)
      const body = new URLSearchParams(shop.administrator)
      const entered = await fetch(`${url}/connexion`, {
        method: "POST",
        body,
        headers: { Origin: url },
        redirect: "manual",
      })
      expect(entered.headers.getSetCookie().join()).toContain("session_token=")
      const client = new Client({ connectionString: moved.DATABASE_URL })
      await client.connect()
      const restored = await client.query(figures)
      await client.end()
      expect(restored.rows).toEqual(await shop.sql(figures))
      expect(restored.rows[0]).toMatchObject({ signed: expect.any(Number), paid: expect.any(Number) })
    } finally {
      await server.stop()
    }
  } finally {
    await dropDatabase(clusterUrl, database)
    await rm(folder, { recursive: true, force: true })
  }
})
