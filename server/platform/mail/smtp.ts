import { createTransport } from "nodemailer"
import { ok, err } from "../../../domain/result.ts"
import { type Mailer, type Undeliverable, mailOptions } from "./mailer.ts"

type Timeouts = { connection: number; greeting: number; silence: number }

const defaultTimeouts: Timeouts = { connection: 10_000, greeting: 10_000, silence: 30_000 }

function openTransport(url: string, { connection, greeting, silence }: Timeouts) {
  return createTransport({
    url,
    connectionTimeout: connection,
    greetingTimeout: greeting,
    socketTimeout: silence,
  })
}

/** For the operator's log. null when the server answers and accepts the password. */
export async function smtpWarning(url: string, timeouts: Timeouts = defaultTimeouts): Promise<string | null> {
  try {
    await openTransport(url, timeouts).verify()
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `The mail server ${new URL(url).host} cannot be used (SMTP_URL), mails wait: ${reason}`
  }
}

export function smtpMailer(url: string, timeouts: Timeouts = defaultTimeouts): Mailer {
  const transport = openTransport(url, timeouts)
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
