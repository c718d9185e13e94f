import { noHours } from "../../domain/booking/hours.ts"
import { quoteDifferences } from "../../domain/quotes/differences.ts"
import type { Transaction } from "../platform/database.server.ts"
import type { NewMail, QuoteFacts } from "../platform/mail/mails.ts"
import { orderMail } from "../platform/mail/order-mail.ts"
import type { QuoteReader, QuoteRow, QuoteVersion } from "./quote-rows.ts"

type QuoteMail = { quote: QuoteRow; version: QuoteVersion; reader: QuoteReader; at: Date }

export async function mailQuote(
  tx: Transaction,
  { quoteUrl, earlier, ...mail }: QuoteMail & { quoteUrl: string; earlier: QuoteVersion | null },
): Promise<void> {
  const data = { name: mail.reader.name, quote: toQuoteFacts(mail), quoteUrl }
  await mailReader(tx, mail, (to) =>
    earlier
      ? { template: "quote-changed", to, data: { ...data, differences: quoteDifferences(earlier, mail.version) } }
      : { template: "quote-sent", to, data },
  )
}

export async function mailQuoteReminder(tx: Transaction, { quoteUrl, ...mail }: QuoteMail & { quoteUrl: string }) {
  const data = { name: mail.reader.name, quote: toQuoteFacts(mail), quoteUrl }
  await mailReader(tx, mail, (to) => ({ template: "quote-reminder", to, data }))
}

export async function mailQuoteExpired(tx: Transaction, mail: QuoteMail): Promise<void> {
  const data = { name: mail.reader.name, quote: toQuoteFacts(mail) }
  await mailReader(tx, mail, (to) => ({ template: "quote-expired", to, data }))
}

/** Examples have invented addresses. */
async function mailReader(
  tx: Transaction,
  { reader, at }: QuoteMail,
  toMail: (to: NewMail["to"]) => NewMail,
): Promise<void> {
  const { name, email, isExample } = reader
  if (email !== null && !isExample) await orderMail(tx, toMail([{ name, address: email }]), at)
}

function toQuoteFacts({ quote: { number }, version }: QuoteMail): QuoteFacts {
  const { row, extras, message, validUntil, keepUntil } = version
  return {
    number,
    product: row.productName,
    days: row.dates,
    rentals: row.rentals.map(({ productName: product, dates, plan, periods, windows }) => ({
      product,
      days: dates,
      ...(plan ? { plan } : {}),
      periods,
      windows,
    })),
    lines: row.priceLines.lines,
    total: row.total,
    isDelivery: row.isDelivery,
    hours: noHours,
    extras,
    validUntil: validUntil.toISOString(),
    keepUntil,
    message,
  }
}
