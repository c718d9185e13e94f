import { sendMail } from "../../jobs/send-mail.ts"
import type { MailOrder } from "../../platform/mail/mails.ts"
import { smtpMailer } from "../../platform/mail/smtp.ts"

/** Sends one mail and kills itself before the delivery or right after the 250; run by delivery.test.ts. */
const { MAIL_ORDER = "", MAIL_SERVER = "", MAIL_AT = "", DIES = "" } = process.env
const order: MailOrder = JSON.parse(MAIL_ORDER)
const through = smtpMailer(MAIL_SERVER)

await sendMail(
  order,
  {
    delivers: true,
    async send(message) {
      if (DIES === "before") process.kill(process.pid, "SIGKILL")
      const sent = await through.send(message)
      if (DIES === "after-250") process.kill(process.pid, "SIGKILL")
      return sent
    },
  },
  new Date(MAIL_AT),
)
process.exit(0)
