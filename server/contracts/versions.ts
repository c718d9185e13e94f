import { isDeepStrictEqual } from "node:util"
import { and, asc, desc, eq, inArray, max } from "drizzle-orm"
import { type HomeColumns, clientAddressOf, homeOf } from "../../domain/booking/home.ts"
import type { BookedState } from "../../domain/contracts/booked-state.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { addInstalments } from "../money/finance/instalments.ts"
import { addEvidence } from "./evidence.ts"
import { fillContract, readContractFacts, readContractTemplate } from "./template.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type RentedBooking, withRentals } from "../booking-record/rentals.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

export type Contract = typeof contracts.$inferSelect

type ContractProblem = { kind: "not-confirmed" } | { kind: "no-template" }

/** Replaces the version waiting for a signature; a signed one stays in force until this one is signed (D26, D59). */
export async function addContractVersion(
  tx: Transaction,
  bookingId: BookingId,
  at: Date,
): Promise<Result<Contract, ContractProblem>> {
  // The lock serialises concurrent changes, so that version numbers stay consecutive.
  const row = await lockBooking(tx, bookingId)
  if (row?.status !== "confirmed" || row.agreement === null) return err({ kind: "not-confirmed" })
  const booking = await withRentals(row, tx)
  const template = await readContractTemplate(null, tx)
  if (!template) return err({ kind: "no-template" })
  const [latest] = await tx
    .select({ version: max(contracts.version) })
    .from(contracts)
    .where(eq(contracts.bookingId, bookingId))
  const version = (latest?.version ?? 0) + 1
  // Must run first: the old version's deadline must not apply to the new one.
  await replaceWaitingVersions(tx, bookingId, version, at)
  const facts = await readContractFacts(bookingId, at, tx)
  if (!facts) throw new Error(`Booking ${bookingId} was locked, then gone`)
  const client = await readClient(tx, booking)
  const [contract] = await tx
    .insert(contracts)
    .values({
      bookingId,
      version,
      templateVersion: template.version,
      ...fillContract(template, facts),
      priceLines: booking.priceLines,
      total: booking.total,
      agreement: row.agreement,
      booked: { ...bookedState(booking), clientAddress: clientAddressOf(client, booking) },
      clientType: client.clientType,
      createdAt: at,
    })
    .returning()
  if (!contract) throw new Error("Error creating contract")
  await addInstalments(tx, contract, booking.firstDay, at)
  await addEvidence(tx, contract.id, { kind: "made", details: { version, sha256: contract.sha256 } }, at)
  return ok(contract)
}

export async function replaceWaitingVersions(
  tx: Transaction,
  bookingId: BookingId,
  replacingVersion: number,
  at: Date,
): Promise<void> {
  const replaced = await tx
    .update(contracts)
    .set({ status: "replaced" })
    .where(and(eq(contracts.bookingId, bookingId), inArray(contracts.status, ["prepared", "sent"])))
    .returning({ id: contracts.id })
  for (const { id } of replaced)
    await addEvidence(tx, id, { kind: "replaced", details: { version: replacingVersion } }, at)
}

export function bookedState(booking: Omit<BookedState, "version" | "clientAddress">): BookedState {
  const { rentals, isDelivery, address, distance, distanceToConfirm, deliveryFee } = booking
  return {
    version: 2,
    rentals,
    isDelivery,
    address,
    distance,
    distanceToConfirm,
    deliveryFee,
  }
}

/** Contracts from before `booked` was stored are compared by price only. */
export function matchesBooking(contract: Contract, booking: RentedBooking): boolean {
  const { clientAddress: _client, ...booked } = contract.booked ?? {}
  return (
    isDeepStrictEqual(contract.priceLines, booking.priceLines) &&
    isDeepStrictEqual(contract.agreement, booking.agreement) &&
    (contract.booked === null || isDeepStrictEqual(booked, bookedState(booking)))
  )
}

/** An unsigned text must also name the client's address of today (D70). */
export async function isCurrentOffer(tx: Transaction, contract: Contract, booking: Booking): Promise<boolean> {
  const isAgreed = matchesBooking(contract, await withRentals(booking, tx))
  return isAgreed && namesClientAddress(contract, booking, await readClient(tx, booking))
}

function namesClientAddress({ booked }: Contract, booking: Booking, client: HomeColumns): boolean {
  if (booked?.clientAddress === undefined) return homeOf(client) === null
  return isDeepStrictEqual(booked.clientAddress, clientAddressOf(client, booking))
}

type Client = HomeColumns & Pick<typeof profiles.$inferSelect, "clientType">

async function readClient(tx: Transaction, { id, userId, company }: Booking): Promise<Client> {
  const { clientType, homeStreet, homeZipCode, homeCity } = profiles
  const [client] = await tx
    .select({ clientType, homeStreet, homeZipCode, homeCity })
    .from(profiles)
    .where(eq(profiles.id, userId))
  if (!client) throw new Error(`Booking ${id} has no customer`)
  return company === null ? client : { ...client, clientType: "business" }
}

export async function needsHome(tx: Transaction, booking: Booking): Promise<boolean> {
  return clientAddressOf(await readClient(tx, booking), booking) === null
}

export async function readLiveContracts(
  executor: Executor,
  bookingId: BookingId,
): Promise<{ signed: Contract | null; waiting: Contract | null }> {
  const rows = await executor
    .select()
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), inArray(contracts.status, ["prepared", "sent", "signed"])))
    .orderBy(desc(contracts.version))
  const signed = rows.find(({ status }) => status === "signed") ?? null
  const waiting = rows.find(({ status }) => status !== "signed") ?? null
  return { signed, waiting }
}

export async function listContractVersions(bookingId: BookingId): Promise<Contract[]> {
  return db.select().from(contracts).where(eq(contracts.bookingId, bookingId)).orderBy(asc(contracts.version))
}
