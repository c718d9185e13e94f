import type { Server } from "node:http"
import { isLoopback } from "../platform/loopback.ts"

/**
 * Keeps one network address from taking all connections: what it opens beyond `max` is closed at once. This machine's
 * own addresses are not counted, because a proxy that stands here brings everybody.
 */
export function capConnections(server: Server, max: number, isCounted = (address: string) => !isLoopback(address)) {
  const open = new Map<string, number>()
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? ""
    if (!isCounted(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > max) socket.destroy()
  })
}
