import { once } from "node:events"
import { type RequestListener, createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, test } from "vitest"
import { prepareShutdown } from "./shutdown.ts"

const GRACE_MS = 60_000

async function serve(answer: RequestListener, graceMs = GRACE_MS) {
  const server = createServer(answer)
  const stop = prepareShutdown(server, graceMs)
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

async function measureDuration(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work
  return performance.now() - began
}

test("an idle connection does not keep a server from stopping", async () => {
  const { stop, open, server } = await serve((_, response) => response.end("oui"))
  await Promise.all([once(server, "connection"), open()])
  expect(await measureDuration(stop())).toBeLessThan(GRACE_MS / 2)
})

test("a request on an idle connection is answered while the server begins to stop", async () => {
  const { stop, open, server } = await serve((_, response) => response.end("oui"))
  const [, { ask, read }] = await Promise.all([once(server, "connection"), open()])
  const stopped = stop()
  ask()
  expect(await measureDuration(stopped)).toBeLessThan(GRACE_MS / 2)
  expect(read()).toMatch(/^HTTP\/1\.1 200 [^]*oui$/)
})

test("a running response is finished, and its keep-alive connection is closed afterwards", async () => {
  const requestArrived = Promise.withResolvers<() => void>()
  const { stop, open } = await serve((_, response) => requestArrived.resolve(() => response.end("enfin")))
  const { ask, read, socket } = await open()
  ask()
  const finish = await requestArrived.promise
  const stopped = stop()
  setTimeout(finish, 300)
  expect(await measureDuration(stopped)).toBeLessThan(GRACE_MS / 2)
  if (!socket.closed) await once(socket, "close")
  expect(read()).toMatch(/enfin$/)
})

test("a response that exceeds the grace period is cut", async () => {
  const requestArrived = Promise.withResolvers<void>()
  const { stop, open } = await serve(() => requestArrived.resolve(), 200)
  const { ask, read } = await open()
  ask()
  await requestArrived.promise
  await stop()
  expect(read()).toBe("")
})
