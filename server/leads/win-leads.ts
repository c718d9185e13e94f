import { sql } from "drizzle-orm"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"

/** Every open lead of the person is won by their booking, whoever placed it. */
export async function winLeads(tx: Transaction, { id, userId }: { id: BookingId; userId: ProfileId }): Promise<void> {
  await tx.execute(sql`
    update leads set state = 'won', booking_id = ${id}, next_step_on = null
    from profiles person
    where person.id = ${userId} and leads.state in ('new', 'open') and (leads.user_id = person.id
      or exists (select from shown_prices price where price.id = leads.shown_price_id and price.user_id = person.id)
      or person.email <> '' and lower(person.email) in (lower(leads.email),
        (select lower(message.email) from contact_messages message where message.id = leads.message_id),
        (select lower(price.email) from shown_prices price where price.id = leads.shown_price_id)))`)
}

/** Also when somebody else books what was shown to them. */
export async function winShownPrice(tx: Transaction, shownPriceId: Id, bookingId: BookingId): Promise<void> {
  await tx.execute(sql`
    update leads set state = 'won', booking_id = ${bookingId}, next_step_on = null
    where shown_price_id = ${shownPriceId} and state in ('new', 'open')`)
}
