import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http"
import { freePort, runServer } from "./server-process.ts"
import type { Shop } from "./shop.ts"

/** The cookie that selects a process; without it, requests alternate. */
const pin = "process"

export async function twoProcesses(shop: Shop): Promise<{ url: string; close(): Promise<void> }> {
  const [database] = await shop.sql<{ name: string }>("select current_database() as name")
  const databaseUrl = new URL(process.env["TEST_CLUSTER_URL"] ?? "")
  databaseUrl.pathname = `/${database?.name}`
  const port = await freePort()
  const url = `http://localhost:${port}`
  const ports = [await freePort(), await freePort()]
  const servers = await Promise.all(
    ports.map((each) =>
      runServer("serve", {
        HOST: "127.0.0.1",
        PORT: String(each),
        ORIGIN: url,
        DATABASE_URL: databaseUrl.href,
        DATA_DIR: shop.dataDir,
        SEED: "none",
        ROLE: "web",
      }),
    ),
  )
  let turn = 0
  const balancer = createServer((incoming, answer) => {
    const pinned = new RegExp(`\\b${pin}=([01])`).exec(incoming.headers.cookie ?? "")?.[1]
    const process = pinned === undefined ? turn++ % 2 : Number(pinned)
    answer.setHeader("x-process", process)
    passOn(incoming, answer, ports[process] ?? 0)
  })
  await new Promise<void>((resolve) => balancer.listen(port, "127.0.0.1", resolve))
  return {
    url,
    async close() {
      balancer.closeAllConnections()
      balancer.close()
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming
  const sent = request({ host: "127.0.0.1", port, method, path, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    answer.flushHeaders()
    got.pipe(answer)
  })
  sent.on("error", () => answer.destroy())
  answer.on("close", () => sent.destroy())
  incoming.pipe(sent)
}
