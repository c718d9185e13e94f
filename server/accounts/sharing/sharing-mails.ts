import { eq } from "drizzle-orm"
import { type Party, isForAnother } from "../../../domain/accounts/party.ts"
import { type SharingPermission, permissionsLabel } from "../../../domain/accounts/sharing.ts"
import type { Day } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import type { ActedTurn, SharingTurn } from "../../platform/mail/mails.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"

type SharingNotice = {
  ownerId: ProfileId
  personId: ProfileId
  turn: SharingTurn
  permissions: readonly SharingPermission[]
}

/** A mail to each of the two. Examples of the demonstration are written to by nobody. */
export async function mailBothAboutSharing(
  tx: Transaction,
  { ownerId, personId, turn, permissions }: SharingNotice,
  at: Date,
): Promise<void> {
  const [owner, person] = [await readerOf(tx, ownerId), await readerOf(tx, personId)]
  const rights = permissionsLabel(permissions)
  for (const [side, reader, other] of [
    ["owner", owner, person],
    ["person", person, owner],
  ] as const) {
    if (!reader || !other || reader.isExample) continue
    // The owner knows the address, having typed it; who was let in knows a name that was shown to be its owner's.
    const about = side === "owner" ? other.name || other.email : other.name
    const data = { name: reader.name, side, turn, other: about, rights }
    await orderMail(tx, { template: "account-shared", to: [{ name: reader.name, address: reader.email }], data }, at)
  }
}

/** One mail to each of the two: somebody sent requests, in one order, in the name of an account that is shared with them. */
export async function mailBothAboutBooking(
  tx: Transaction,
  { actor, account }: Party,
  ordered: readonly { number: number; productName: string }[],
  at: Date,
): Promise<void> {
  const [first, ...more] = ordered.map(({ number, productName: product }) => ({ number, product }))
  if (!("id" in actor) || !first) return
  for (const { side, reader, other } of await bothSides(tx, account.id, actor.id)) {
    const data = { name: reader.name, side, other, ...first, ...(more.length > 0 && { more }) }
    await orderMail(
      tx,
      { template: "booked-for-another", to: [{ name: reader.name, address: reader.email }], data },
      at,
    )
  }
}

type Acted = { turn: ActedTurn; booking: { number: number; productName: string }; days?: readonly Day[] }

/** One mail to each of the two, when somebody did that to a request of an account that is not their own; else to nobody. */
export async function mailBothAboutAct(
  tx: Transaction,
  party: Party,
  { turn, booking: { number, productName: product }, days }: Acted,
  at: Date,
): Promise<void> {
  const { actor, account } = party
  if (!isForAnother(party) || !("id" in actor)) return
  for (const { side, reader, other } of await bothSides(tx, account.id, actor.id)) {
    const data = { name: reader.name, side, other, number, product, turn, ...(days && { days }) }
    await orderMail(tx, { template: "acted-for-another", to: [{ name: reader.name, address: reader.email }], data }, at)
  }
}

/** Who is written to, and what the other one is called there. Examples of the demonstration are written to by nobody. */
async function bothSides(tx: Transaction, ownerId: ProfileId, personId: ProfileId) {
  const [owner, person] = [await readerOf(tx, ownerId), await readerOf(tx, personId)]
  const sides = [
    { side: "owner", reader: owner, other: person },
    { side: "person", reader: person, other: owner },
  ] as const
  return sides.flatMap(({ side, reader, other }) =>
    reader && other && !reader.isExample ? [{ side, reader, other: other.name }] : [],
  )
}

/** Whom a mail greets; without a name while their address is not shown to be theirs. */
async function readerOf(tx: Transaction, id: ProfileId) {
  const [found] = await tx
    .select({
      name: profiles.name,
      email: profiles.email,
      isExample: profiles.isExample,
      isVerified: users.emailVerified,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, id))
  return found && { ...found, name: found.isVerified ? found.name : "" }
}
