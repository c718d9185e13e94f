import { type SQL, sql } from "drizzle-orm"
import { system } from "../../domain/accounts/party.ts"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"

type WinningBooking = { id: BookingId; number: number; userId: ProfileId; requestedAt: Date }

/** Every open lead of the person is won by their booking, whoever placed it. */
export async function winLeads(tx: Transaction, booking: WinningBooking): Promise<void> {
  await markWon(
    tx,
    booking,
    sql`id in (
    select lead.id from profiles person, leads lead
      left join contact_messages message on message.id = lead.message_id
      left join shown_prices price on price.id = lead.shown_price_id
    where person.id = ${booking.userId} and lead.state in ('new', 'open') and (person.id in (lead.user_id, price.user_id)
      or person.email <> ''
        and lower(person.email) in (lower(lead.email), lower(message.email), lower(price.email))))`,
  )
}

/** Also when somebody else books what was shown or quoted. */
export async function winLead(
  tx: Transaction,
  lead: { id: Id } | { shownPriceId: Id },
  booking: WinningBooking,
): Promise<void> {
  await markWon(tx, booking, "id" in lead ? sql`id = ${lead.id}` : sql`shown_price_id = ${lead.shownPriceId}`)
}

async function markWon(
  tx: Transaction,
  { id, number, requestedAt: at }: WinningBooking,
  condition: SQL,
): Promise<void> {
  const { rows } = await tx.execute<{ id: Id }>(sql`
    update leads set state = 'won', booking_id = ${id}, next_step_on = null
    where state in ('new', 'open') and ${condition} returning id`)
  for (const { id: subject } of rows)
    await recordEvent(tx, { by: system, action: "lead.won", subject, details: { booking: number }, at })
}
