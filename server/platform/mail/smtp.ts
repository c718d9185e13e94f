import { createTransport } from "nodemailer"
import { ok, err } from "../../../domain/result.ts"
import { type Mailer, type Undeliverable, mailOptions } from "./mailer.ts"

export type Timeouts = { connection: number; greeting: number; silence: number }

const defaultTimeouts: Timeouts = { connection: 10_000, greeting: 10_000, silence: 30_000 }

export function smtpMailer(url: string, timeouts: Timeouts = defaultTimeouts): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
  })
  return {
    delivers: true,
    async send(message) {
      try {
        const { response } = await transport.sendMail(mailOptions(message))
        return ok(response)
      } catch (error) {
        const undeliverable = permanentFailure(error)
        if (undeliverable) return err(undeliverable)
        throw error
      }
    },
  }
}

/** A 5xx about ourselves is the operator's to fix, so the mail waits. */
function permanentFailure(error: unknown): Undeliverable | null {
  if (!(error instanceof Error) || !("responseCode" in error) || !("command" in error)) return null
  const code = Number(error.responseCode)
  if (!(code >= 500 && code < 600) || !/^(RCPT TO|DATA)$/.test(String(error.command))) return null
  return { kind: "undeliverable", code, reply: "response" in error ? String(error.response) : error.message }
}
