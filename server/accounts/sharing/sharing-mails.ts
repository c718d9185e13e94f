import { eq } from "drizzle-orm"
import { type Party, isProxy } from "../../../domain/accounts/party.ts"
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

export async function mailSharingChange(
  tx: Transaction,
  { ownerId, personId, turn, permissions }: SharingNotice,
  at: Date,
): Promise<void> {
  const [owner, person] = [await findReader(tx, ownerId), await findReader(tx, personId)]
  const rights = permissionsLabel(permissions)
  for (const [side, reader, other] of [
    ["owner", owner, person],
    ["person", person, owner],
  ] as const) {
    if (!reader || !other || reader.isExample) continue
    // The owner typed the address; the other side sees a confirmed name.
    const otherName = side === "owner" ? other.name || other.email : other.name
    const data = { name: reader.name, side, turn, other: otherName, rights }
    await orderMail(tx, { template: "account-shared", to: [{ name: reader.name, address: reader.email }], data }, at)
  }
}

export async function mailBookingForAnother(
  tx: Transaction,
  { actor, account }: Party,
  placed: readonly { number: number; productName: string }[],
  at: Date,
): Promise<void> {
  const [first, ...more] = placed.map(({ number, productName: product }) => ({ number, product }))
  if (!("id" in actor) || !first) return
  for (const { side, reader, other } of await findReaders(tx, account.id, actor.id)) {
    const data = { name: reader.name, side, other, ...first, ...(more.length > 0 && { more }) }
    await orderMail(
      tx,
      { template: "booked-for-another", to: [{ name: reader.name, address: reader.email }], data },
      at,
    )
  }
}

type ActNotice = { turn: ActedTurn; booking: { number: number; productName: string }; days?: readonly Day[] }

export async function mailActForAnother(
  tx: Transaction,
  party: Party,
  { turn, booking: { number, productName: product }, days }: ActNotice,
  at: Date,
): Promise<void> {
  const { actor, account } = party
  if (!isProxy(party) || !("id" in actor)) return
  for (const { side, reader, other } of await findReaders(tx, account.id, actor.id)) {
    const data = { name: reader.name, side, other, number, product, turn, ...(days && { days }) }
    await orderMail(tx, { template: "acted-for-another", to: [{ name: reader.name, address: reader.email }], data }, at)
  }
}

async function findReaders(tx: Transaction, ownerId: ProfileId, personId: ProfileId) {
  const [owner, person] = [await findReader(tx, ownerId), await findReader(tx, personId)]
  const sides = [
    { side: "owner", reader: owner, other: person },
    { side: "person", reader: person, other: owner },
  ] as const
  return sides.flatMap(({ side, reader, other }) =>
    reader && other && !reader.isExample ? [{ side, reader, other: other.name }] : [],
  )
}

async function findReader(tx: Transaction, id: ProfileId) {
  const [user] = await tx
    .select({
      name: profiles.name,
      email: profiles.email,
      isExample: profiles.isExample,
      isVerified: users.emailVerified,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, id))
  return user && { ...user, name: user.isVerified ? user.name : "" }
}
