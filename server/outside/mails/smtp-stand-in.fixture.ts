import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

interface SmtpStandIn {
  readonly url: string
  /** Raw messages as received. */
  readonly mails: string[]
  stop(): Promise<void>
}

/** Each hook may refuse, with any code. */
export type Behaviour = Pick<SMTPServerOptions, "onAuth" | "onConnect" | "onMailFrom" | "onRcptTo"> & {
  /** Never replies to a mail, and keeps the connection open. */
  hangs?: boolean
  refusesContent?: { code: number; reply: string }
}

export async function startSmtpStandIn({ hangs, refusesContent, ...hooks }: Behaviour = {}): Promise<SmtpStandIn> {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: hooks.onAuth === undefined,
    allowInsecureAuth: true,
    closeTimeout: 100,
    ...hooks,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        if (hangs) return
        if (refusesContent) return callback(smtpError(refusesContent.code, refusesContent.reply))
        mails.push(Buffer.concat(chunks).toString("utf8"))
        callback()
      })
    },
  })
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export function smtpError(code: number, reply: string): Error {
  return Object.assign(new Error(reply), { responseCode: code })
}
