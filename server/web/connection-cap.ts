import type { Server } from "node:http"
import { isLoopback } from "../platform/loopback.ts"

/** Loopback is not counted: a local proxy brings everybody. */
export function capConnections(server: Server, max: number, isCounted = (address: string) => !isLoopback(address)) {
  const open = new Map<string, number>()
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? ""
    if (!isCounted(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once("close", () => {
      const remaining = (open.get(address) ?? 1) - 1
      if (remaining > 0) open.set(address, remaining)
      else open.delete(address)
    })
    if (count > max) socket.destroy()
  })
}
