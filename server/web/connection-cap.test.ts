import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, type Socket, connect } from "node:net"
import { expect, test } from "vitest"
import { capConnections } from "./connection-cap.ts"
import { isLoopback } from "../platform/loopback.ts"

const closedSoon = (socket: Socket) =>
  Promise.race([
    once(socket, "close").then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), 300)),
  ])

test("an address has a limited number of connections until it closes one", async () => {
  const server = createServer()
  capConnections(server, 2, () => true)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const open = () => connect(port, "127.0.0.1").on("error", () => undefined)
  const [first, second] = [open(), open()]
  await Promise.all([once(first, "connect"), once(second, "connect")])
  expect(await closedSoon(open())).toBe(true)
  expect(await closedSoon(first)).toBe(false)
  first.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const next = open()
  expect(await closedSoon(next)).toBe(false)
  next.destroy()
  second.destroy()
  server.close()
})

test("a loopback address is recognised as such", () => {
  expect(["127.0.0.1", "::ffff:127.0.0.1", "::1", "localhost"].every(isLoopback)).toBe(true)
  expect(["0.0.0.0", "203.0.113.7", "2001:db8::1"].some(isLoopback)).toBe(false)
})
