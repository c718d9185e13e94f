import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http"
import { freePort, runServer } from "./server-process.ts"
import type { Shop } from "./shop.ts"

/** The cookie that selects a process; without it, requests alternate. */
const pin = "process"

type TwoProcesses = {
  readonly url: string
  /** Stops the processes one after the other, and starts each again before the next. */
  replace(): Promise<void>
  close(): Promise<void>
}

const CHECK_EVERY_MS = 250

/** The balancer sends nobody to a process whose /readyz does not say 200, as Caddy does. */
export async function twoProcesses(shop: Shop, variables: Record<string, string> = {}): Promise<TwoProcesses> {
  const [database] = await shop.sql<{ name: string }>("select current_database() as name")
  const databaseUrl = new URL(process.env["TEST_CLUSTER_URL"] ?? "")
  databaseUrl.pathname = `/${database?.name}`
  const port = await freePort()
  const url = `http://localhost:${port}`
  const ports = [await freePort(), await freePort()]
  const serve = (each: number) =>
    runServer("serve", {
      HOST: "127.0.0.1",
      PORT: String(each),
      ORIGIN: url,
      DATABASE_URL: databaseUrl.href,
      DATA_DIR: shop.dataDir,
      SEED: "none",
      ROLE: "web",
      ...variables,
    })
  const servers = await Promise.all(ports.map(serve))
  const isReady = [true, true]
  const checkTimer = setInterval(() => {
    for (const [index, each] of ports.entries())
      void fetch(`http://127.0.0.1:${each}/readyz`).then(
        ({ ok }) => (isReady[index] = ok),
        () => (isReady[index] = false),
      )
  }, CHECK_EVERY_MS)
  let turn = 0
  const balancer = createServer((incoming, answer) => {
    const pinned = new RegExp(`\\b${pin}=([01])`).exec(incoming.headers.cookie ?? "")?.[1]
    const next = turn++ % 2
    const process = pinned === undefined ? (isReady[next] ? next : 1 - next) : Number(pinned)
    answer.setHeader("x-process", process)
    passOn(incoming, answer, ports[process] ?? 0)
  })
  await new Promise<void>((resolve) => balancer.listen(port, "127.0.0.1", resolve))
  return {
    url,
    async replace() {
      for (const [index, each] of ports.entries()) {
        await servers[index]?.stop()
        servers[index] = await serve(each)
      }
    },
    async close() {
      clearInterval(checkTimer)
      balancer.closeAllConnections()
      balancer.close()
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming
  const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    answer.flushHeaders()
    got.pipe(answer)
  })
  sent.on("error", () => answer.destroy())
  answer.on("close", () => sent.destroy())
  incoming.pipe(sent)
}
