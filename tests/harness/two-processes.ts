import { buffer } from "node:stream/consumers"
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http"
import { freePort, runServer } from "./server-process.ts"
import type { Shop } from "./shop.ts"

/** The cookie that selects a process; without it, requests alternate. */
const pin = "process"

export type TwoProcesses = {
  readonly url: string
  /** Stops the processes one after the other, and starts each again before the next. */
  replace(): Promise<void>
  close(): Promise<void>
}

/** The balancer asks the other process when one refuses the connection, as nginx does. */
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
  let turn = 0
  const balancer = createServer(async (incoming, answer) => {
    const pinned = new RegExp(`\\b${pin}=([01])`).exec(incoming.headers.cookie ?? "")?.[1]
    const process = pinned === undefined ? turn++ % 2 : Number(pinned)
    answer.setHeader("x-process", process)
    const body = await buffer(incoming)
    passOn(incoming, body, answer, [ports[process] ?? 0, ports[1 - process] ?? 0])
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
      balancer.closeAllConnections()
      balancer.close()
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

function passOn(
  incoming: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
  [port, ...others]: readonly number[],
): void {
  const { method, url: path, headers } = incoming
  const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    answer.flushHeaders()
    got.pipe(answer)
  })
  sent.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED" && others.length > 0) passOn(incoming, body, answer, others)
    else answer.destroy()
  })
  answer.on("close", () => sent.destroy())
  sent.end(body)
}
