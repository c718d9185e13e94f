import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

// The least that Node needs to send a page: run as a process of its own, told by message what to send.

/** Whole answer of the bare server; the body is base64. */
export type BareAnswer = { headers: Record<string, string | string[]>; body: string }

process.once("message", ({ headers, body }: BareAnswer) => {
  const bytes = Buffer.from(body, "base64")
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, "Content-Length": bytes.length })
    response.end(bytes)
  })
  server.listen(0, "127.0.0.1", () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
})
process.once("disconnect", () => process.exit(0))
