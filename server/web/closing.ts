import type { Server } from "node:http"
import type { Socket } from "node:net"

/** How long a connection that has asked nothing yet may still ask: what was on its way when the server began to close. */
const FIRST_WORD_MS = 500
const LOOK_MS = 50

/**
 * How a server stops: it accepts no more, what runs is finished within `graceMs`, then it is cut. A connection that waits
 * for its next question is closed as soon as it has its answer, and so is one that a browser has opened ahead and asks
 * nothing on, which Node takes for one at work.
 */
export function closesSoon(server: Server, graceMs: number): () => Promise<void> {
  const open = new Set<Socket>()
  server.on("connection", (socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const began = performance.now()
    const look = setInterval(() => {
      server.closeIdleConnections()
      if (performance.now() - began < FIRST_WORD_MS) return
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, LOOK_MS)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed
    clearInterval(look)
    clearTimeout(cut)
  }
}
