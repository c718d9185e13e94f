import { once } from "node:events"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { type AddressInfo, type Socket, connect } from "node:net"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type BodyLimits, type BodyProblem, receivedBody, createBodyReceiver } from "./request-body.ts"

const limits: BodyLimits = { max: 1_000, perAddress: 1_500, total: 2_000, graceMs: 150, minRate: 200 }

let stop: () => void
let port: number
let received: (BodyProblem | string | undefined)[]
let sockets: Socket[]

beforeEach(async () => {
  received = []
  sockets = []
  const receive = createBodyReceiver(limits)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const problem = await receive(request, response, String(request.headers["x-address"] ?? "one"))
    received.push(problem ?? receivedBody(request)?.toString())
    if (request.url !== "/hold") response.end()
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, "127.0.0.1"), "listening")
  port = (server.address() as AddressInfo).port
  stop = () => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => stop())

function post(head: string, body: string, path = "/"): Socket {
  const socket = connect(port, "127.0.0.1")
  socket.on("error", () => undefined)
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`)
  sockets.push(socket)
  return socket
}

async function results(count: number) {
  await expect.poll(() => received.length).toBe(count)
}

test("a body in several chunks is received whole", async () => {
  const socket = post("Content-Length: 8", "ville")
  socket.write("=Iv")
  await results(1)
  expect(received).toEqual(["ville=Iv"])
})

test("an empty body is received at once", async () => {
  post("Content-Length: 0", "")
  await results(1)
  expect(received).toEqual([""])
})

test("a stalled body is cut, and a slow but steady one is not", async () => {
  post("Content-Length: 900", "a")
  const steady = post("Content-Length: 200", "b".repeat(100))
  const timer = setInterval(() => steady.write("b".repeat(10)), 30)
  await results(2)
  clearInterval(timer)
  expect(received).toEqual(["too-slow", "b".repeat(200)])
})

test("a body without a length ends where it is too large", async () => {
  post("Transfer-Encoding: chunked", `400\r\n${"a".repeat(1_024)}\r\n`)
  await results(1)
  expect(received).toEqual(["too-large"])
})

test("a body that announces too large a size is left to its form", async () => {
  post("Content-Length: 1001", "")
  await results(1)
  expect(received).toEqual([undefined])
})

test("the bodies of one address have limited room, and leave the others theirs", async () => {
  const large = "a".repeat(900)
  post("Content-Length: 900", large, "/hold")
  await results(1)
  post("Content-Length: 900", large)
  await results(2)
  post("Content-Length: 900\r\nX-Address: two", large)
  await results(3)
  expect(received).toEqual([large, "no-room", large])
  sockets[0]?.destroy()
  await expect
    .poll(() => {
      post("Content-Length: 900", large)
      return received.at(-1)
    })
    .toBe(large)
})

test("a connection cut in the middle of its body gets no response", async () => {
  const socket = post("Content-Length: 8", "vil")
  await once(socket, "ready")
  socket.destroy()
  await results(1)
  expect(received).toEqual(["cut"])
})
