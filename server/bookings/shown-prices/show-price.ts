import { href } from "react-router"
import { eq } from "drizzle-orm"
import { HONOURED_DAYS, type ShownDelivery, type ShownRow } from "../../../domain/booking/shown-price.ts"
import { addressLine } from "../../../domain/booking/booking.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { formatMoney } from "../../../domain/money.ts"
import { lineAmountLabel, lineLabel } from "../../../domain/pricing/price-labels.ts"
import { namesOfRentals, periodOfRentals, rentalLabel } from "../../../domain/rental/rental.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { spamReason, type SpamReason } from "../../accounts/auth/form-stamp.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import type { Mails } from "../../platform/mail/mails.ts"
import { addressGroup } from "../../platform/request/client-address.ts"
import { leads } from "../../platform/schema/leads.ts"
import { shownPrices } from "../../platform/schema/shown-prices.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import type { OrderQuote } from "../quote-order.ts"

export const showPricePurpose = "show-price"

export type PriceToShow = {
  rows: readonly OrderQuote["row"][]
  delivery: ShownDelivery | null
}

type ShowPrice = {
  price: PriceToShow
  /** "" when only the link is made. */
  email: string
  firstName: string
  userId: ProfileId | null
  campaign: string
  guard: { trap: string | undefined; stamp: string | undefined }
  /** The network address, for throttling. */
  address: string
  at: Date
}

type ShowPriceProblem = { kind: "throttled"; retryAfterSeconds: number } | { kind: "suspicious"; why: SpamReason }

/** Returns the secret once. Mails are limited as a password's are: by sender, by both, and by recipient (D47). */
export async function showPrice(wish: ShowPrice): Promise<Result<{ secret: string }, ShowPriceProblem>> {
  const { price, email, firstName, userId, campaign, guard, at } = wish
  const why = await spamReason(showPricePurpose, guard, at)
  if (why) return err({ kind: "suspicious", why })
  const sender = addressGroup(wish.address)
  const limits = [
    [sender, policies.shownPriceAddress] as const,
    ...(email === ""
      ? []
      : ([
          [`${sender} ${email}`, policies.shownPriceRequest],
          [email, policies.shownPriceRecipient],
        ] as const)),
  ]
  for (const [subject, policy] of limits) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }
  const secret = newToken()
  const honouredUntil = new Date(at.getTime() + HONOURED_DAYS * 86_400_000)
  const rows = price.rows.map(toShownRow)
  await transaction(async (tx) => {
    const [stored] = await tx
      .insert(shownPrices)
      .values({
        digest: digestOf(secret),
        rows,
        delivery: price.delivery,
        firstName,
        email,
        userId,
        madeAt: at,
        honouredUntil,
      })
      .returning({ id: shownPrices.id })
    if (!stored) throw new Error("The price was not stored")
    await tx.insert(leads).values({ kind: "price", shownPriceId: stored.id, campaign, createdAt: at })
    if (email === "") return
    const data = { token: secret, ...mailFacts(rows), honouredUntil: dayInParis(honouredUntil) }
    await orderMail(tx, { template: "shown-price", to: [{ name: "", address: email }], data }, at)
  })
  return ok({ secret })
}

function toShownRow({ rentals, priceLines, total, isDelivery, address, deliveryFee = 0 }: OrderQuote["row"]): ShownRow {
  const { zipCode, city } = address
  return {
    rentals: [...rentals],
    priceLines,
    total,
    isDelivery,
    address: { street: "", zipCode, city, instructions: "" },
    deliveryFee,
  }
}

function mailFacts(rows: readonly ShownRow[]): Omit<Mails["shown-price"], "token" | "honouredUntil"> {
  const rentals = rows.flatMap((row) => row.rentals)
  const places = new Set(rows.map(placeOfRow).filter(Boolean))
  return {
    products: namesOfRentals(rentals),
    facts: [
      ["Quand", rows.map((row) => rentalLabel(periodOfRentals(row.rentals))).join(" et ")],
      ...[...places].map((place): [string, string] => ["Où", place]),
    ],
    lines: rows.flatMap(({ priceLines }) =>
      priceLines.lines.map((line): [string, string] => {
        const { label, detail } = lineLabel(line)
        return [[label, detail].filter(Boolean).join(", "), lineAmountLabel(line, false)]
      }),
    ),
    total: formatMoney(rows.reduce((sum, { total }) => sum + total, 0)),
  }
}

/** "77300 Fontainebleau"; "" while no postcode is known. */
export function placeOfRow({ isDelivery, address }: ShownRow): string {
  return isDelivery ? addressLine(address) : "Retrait au dépôt"
}

export type ShownPrice = typeof shownPrices.$inferSelect

export async function findShownPrice(secret: string): Promise<ShownPrice | null> {
  const [price] = await db
    .select()
    .from(shownPrices)
    .where(eq(shownPrices.digest, digestOf(secret)))
  return price ?? null
}

export function shownPriceUrl(secret: string): string {
  return environment.origin + href("/prix/:secret", { secret })
}
