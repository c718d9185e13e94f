import { environment } from "../environment.server.ts"
import type { Mailer } from "./mailer.ts"
import { outboxFolder, outboxMailer } from "./outbox.ts"
import { smtpMailer } from "./smtp.ts"

let current: Mailer | null = null

export function mailer(): Mailer {
  current ??= environment.smtpUrl ? smtpMailer(environment.smtpUrl) : outboxMailer(outboxFolder(environment.dataDir))
  return current
}
