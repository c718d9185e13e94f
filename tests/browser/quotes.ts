import { createHash, randomBytes, randomUUID } from "node:crypto"
import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import { priceOfRentals } from "../../domain/pricing/price.ts"
import { toPricedRental } from "../../domain/booking/booking.ts"
import type { Rental } from "../../domain/rental/rental.ts"
import { lastCollection, periodsOfPlan } from "../../domain/rental/periods.ts"
import type { Shop } from "../harness/shop.ts"
import { address } from "./wizard.ts"

export const animator = { id: randomUUID(), label: "Animateur, 4 h", amount: 18_000 }
export const digest = (secret: string) => createHash("sha256").update(secret).digest("base64url")

type TestQuote = { id: string; number: string; secret: string; day: Day; productId: string }

/** 250 €, delivered for 40 €, with a line to tick. */
export async function sendTestQuote(shop: Shop, { isDelivery = true } = {}): Promise<TestQuote> {
  const [product] = await shop.sql<{ id: Rental["productId"] }>(
    "select id from products where name = 'Photomaton bois'",
  )
  if (!product) throw new Error("There is no such product")
  const day = addDays(dayInParis(new Date()), 200)
  await shop.sql("delete from occupancy where during && rental_range($1::date - 20, $1::date + 20, 0)", [day])
  const [settings] = await shop.sql<{ hour: number }>("select rental_day_starts_at as hour from finance_settings")
  const rental: Rental = {
    position: 1,
    productId: product.id,
    productName: "Photomaton bois",
    dates: [day],
    plan: null,
    periods: periodsOfPlan(null, [day], { closedDays: new Set(), hour: settings?.hour ?? 0 }),
    windows: null,
    dailyPrice: 25_000,
    options: { items: [], total: 0 },
    parts: [],
    photoPacks: 0,
    photoPackPrice: 700,
    photoPackQuantity: 18,
  }
  const deliveryFee = isDelivery ? 4000 : 0
  const { lines, total } = priceOfRentals([toPricedRental(rental, null)], {
    deliveryFee: isDelivery ? deliveryFee : null,
  })
  const row = {
    rentals: [rental],
    productId: product.id,
    productName: rental.productName,
    options: rental.options,
    dates: [day],
    firstDay: day,
    lastDay: day,
    returnsOn: lastCollection([rental]),
    total,
    priceLines: { version: 1, lines },
    isDelivery,
    address: { ...address, placeName: "Salle Brel", instructions: "" },
    distance: isDelivery ? 20 : 0,
    distanceToConfirm: false,
    addressPrecision: null,
    addressCentre: null,
    deliveryFee,
  }
  const [id, secret] = [randomUUID(), randomBytes(18).toString("hex")]
  const number = `D-2026-${String(Math.floor(Math.random() * 1e6)).padStart(6, "0")}`
  await shop.sql(
    "insert into quotes (id, number, state, name, email, phone) values ($1, $2, 'sent', 'Élodie Marchand', $3, '0612345678')",
    [id, number, `elodie-${secret.slice(0, 8)}@example.org`],
  )
  await shop.sql(
    `insert into quote_versions (quote_id, version, row, extras, message, valid_until, sent_at)
     values ($1, 1, $2, $3, 'À la salle Brel, comme convenu.', now() + interval '30 days', now())`,
    [id, JSON.stringify(row), JSON.stringify([animator])],
  )
  await shop.sql(
    "insert into quote_links (quote_id, purpose, digest, made_at, ends_at) values ($1, 'accept', $2, now(), now() + interval '90 days')",
    [id, digest(secret)],
  )
  return { id, number, secret, day, productId: product.id }
}
