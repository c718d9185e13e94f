import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export type BareAnswer = { status: number; headers: Record<string, string | string[]>; body: string | null }

process.once("message", async (answers: BareAnswer[]) => {
  const urls = await Promise.all(answers.map(serve))
  process.send?.({ urls })
})
process.once("disconnect", () => process.exit(0))

function serve({ status, headers, body }: BareAnswer): Promise<string> {
  const bytes = body === null ? null : Buffer.from(body, "base64")
  const all = bytes ? { ...headers, "Content-Length": bytes.length } : headers
  const server = createServer((_request, response) => {
    response.writeHead(status, all)
    response.end(bytes ?? undefined)
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}
