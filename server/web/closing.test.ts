import { once } from "node:events"
import { type RequestListener, createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, test } from "vitest"
import { closesSoon } from "./closing.ts"

const GRACE_MS = 60_000

async function serve(answer: RequestListener, graceMs = GRACE_MS) {
  const server = createServer(answer)
  const stop = closesSoon(server, graceMs)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, "127.0.0.1")
    let read = ""
    socket.on("data", (chunk) => (read += String(chunk))).on("error", () => undefined)
    await once(socket, "connect")
    return { socket, read: () => read, ask: () => socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
  }
  return { server, stop, open }
}

/** How many milliseconds something takes. */
async function lasting(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work
  return performance.now() - began
}

test("a connection on which nothing is asked does not keep a server from stopping", async () => {
  const { stop, open, server } = await serve((_, response) => response.end("oui"))
  await Promise.all([once(server, "connection"), open()])
  expect(await lasting(stop())).toBeLessThan(GRACE_MS / 2)
})

test("what is asked on such a connection as the server begins to stop is answered", async () => {
  const { stop, open, server } = await serve((_, response) => response.end("oui"))
  const [, { ask, read }] = await Promise.all([once(server, "connection"), open()])
  const stopped = stop()
  ask()
  expect(await lasting(stopped)).toBeLessThan(GRACE_MS / 2)
  expect(read()).toMatch(/^HTTP\/1\.1 200 [^]*oui$/)
})

test("an answer that is under way is finished, and its connection, which would be kept for the next, is closed then", async () => {
  const asked = Promise.withResolvers<() => void>()
  const { stop, open } = await serve((_, response) => asked.resolve(() => response.end("enfin")))
  const { ask, read, socket } = await open()
  ask()
  const finish = await asked.promise
  const stopped = stop()
  setTimeout(finish, 300)
  expect(await lasting(stopped)).toBeLessThan(GRACE_MS / 2)
  if (!socket.closed) await once(socket, "close")
  expect(read()).toMatch(/enfin$/)
})

test("what is not finished within the grace is cut", async () => {
  const asked = Promise.withResolvers<void>()
  const { stop, open } = await serve(() => asked.resolve(), 200)
  const { ask, read } = await open()
  ask()
  await asked.promise
  await stop()
  expect(read()).toBe("")
})
