import type { Server } from "node:http"
import type { Socket } from "node:net"

const FIRST_REQUEST_MS = 500
const CHECK_EVERY_MS = 50

/** Node counts a preconnected socket without a request as active. */
export function prepareShutdown(server: Server, graceMs: number): () => Promise<void> {
  const open = new Set<Socket>()
  server.on("connection", (socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  return async () => {
    // Right after the loop has accepted whoever was waiting: the system would reset their connections.
    const closed = new Promise<void>((resolve) => setImmediate(() => server.close(() => resolve())))
    const startedAt = performance.now()
    const checkTimer = setInterval(() => {
      server.closeIdleConnections()
      if (performance.now() - startedAt < FIRST_REQUEST_MS) return
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, CHECK_EVERY_MS)
    const graceTimer = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed
    clearInterval(checkTimer)
    clearTimeout(graceTimer)
  }
}
