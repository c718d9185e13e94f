import type { Transaction } from "../platform/database.server.ts"
import type { QuoteAnswer } from "../platform/mail/mails.ts"
import { orderMail } from "../platform/mail/order-mail.ts"
import { readOwnerAddresses } from "../shop/content/company.ts"
import { readQuoteClient } from "./open-quote.ts"
import type { QuoteRow } from "./quote-rows.ts"

export async function mailAnswerToOwner(
  tx: Transaction,
  quote: QuoteRow,
  answer: QuoteAnswer,
  at: Date,
): Promise<void> {
  const client = await readQuoteClient(quote, tx)
  const data = { number: quote.number, name: client?.name ?? "", email: client?.email || null, answer }
  await orderMail(tx, { template: "quote-answered-owner", to: await readOwnerAddresses(tx), data }, at)
}
