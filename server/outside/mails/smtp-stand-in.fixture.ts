import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** A mail server for tests, on this machine: it keeps what it accepts. */
export interface SmtpStandIn {
  readonly url: string
  /** Whole messages, as they came over the wire. */
  readonly mails: string[]
  stop(): Promise<void>
}

/** How it behaves: each hook may refuse, with the code of its choice. */
export type Behaviour = Pick<SMTPServerOptions, "onAuth" | "onConnect" | "onMailFrom" | "onRcptTo"> & {
  /** Answers nothing once a mail has come, and keeps the line open. */
  hangs?: boolean
  /** The code and words with which it refuses what it has been sent. */
  refusesContent?: { code: number; said: string }
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
        if (refusesContent) return callback(smtpError(refusesContent.code, refusesContent.said))
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

export function smtpError(code: number, said: string): Error {
  return Object.assign(new Error(said), { responseCode: code })
}
