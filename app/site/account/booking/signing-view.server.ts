import type { ContractId, ProfileId } from "../../../../domain/id.ts"
import type { Account } from "../../../../domain/accounts/party.ts"
import { placeLine } from "../../../../domain/booking/booking.ts"
import { noHours } from "../../../../domain/booking/hours.ts"
import { startsBeforeDelivery } from "../../../../domain/booking/event-start.ts"
import { changeLines } from "../../../../domain/booking/change-lines.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { openInstalments } from "../../../../domain/finance/open-instalments.ts"
import { type AgreedHours, hoursOfRental } from "../../../../domain/rental/periods.ts"
import { rentalTimesLabel } from "../../../../domain/rental/rental-times.ts"
import { type Rental, nameRental } from "../../../../domain/rental/rental.ts"
import { readEventStart } from "../../../../server/bookings/event-start.ts"
import { readHours } from "../../../../server/booking-record/hours.ts"
import { withRentals } from "../../../../server/booking-record/rentals.ts"
import { readAddressProofStatus } from "../../../../server/contracts/address-proof.ts"
import type { ContractView } from "../../../../server/contracts/read-link.ts"
import { readSigningTerms } from "../../../../server/contracts/signing-terms.ts"
import type { Contract } from "../../../../server/contracts/versions.ts"
import { listContractInstalments } from "../../../../server/money/finance/instalments.ts"
import { readFinanceSettings, warehouseLine } from "../../../../server/shop/settings/queries.ts"
import { readCoveredAmount } from "../../../../server/money/finance/payments.ts"
import { renderMarkdown } from "../../../../server/platform/rendering/markdown.ts"
import { type BookingPagePaths, versionPath } from "./paths.ts"
import type { SigningView } from "./signing-view.ts"

type SigningContext = {
  paths: BookingPagePaths
  proof: { by: "link" } | { by: "code"; accountId: ProfileId; email: string }
  at: Date
}

export async function readSigningView(
  { booking, signed }: ContractView,
  contract: Contract,
  { paths, proof, at }: SigningContext,
): Promise<SigningView> {
  const [terms, instalments, paid, settings, eventStart, hours, proofView] = await Promise.all([
    readSigningTerms(booking, contract, at),
    listContractInstalments(contract.id),
    readCoveredAmount(booking.id),
    readFinanceSettings(),
    readEventStart(booking),
    readHours([booking.id]),
    proof.by === "link"
      ? proof
      : readAddressProofStatus(proof.accountId, contract.id, at).then((proofStatus) => ({
          by: "code" as const,
          email: proof.email,
          ...proofStatus,
        })),
  ])
  const { rentals } = contract.booked ?? (await withRentals(booking))
  const booked = { ...(contract.booked ?? booking), rentals }
  return {
    number: booking.number,
    now: at,
    contract: {
      id: contract.id,
      version: contract.version,
      sha256: contract.sha256,
      html: renderMarkdown(contract.content ?? "", { topLevel: 3, bareLinks: false }).html,
      pdf: contract.pdfKey === null ? null : versionPath(paths.pdf, contract.version),
      text: versionPath(paths.text, contract.version),
    },
    dueAt: contract.dueAt,
    change: signed?.booked
      ? {
          lines: changeLines(
            { ...signed.booked, priceLines: signed.priceLines },
            { ...booked, priceLines: contract.priceLines },
          ),
          totalBefore: signed.total,
          total: contract.total,
        }
      : null,
    summary: {
      rentals: summarizeRentals(booked, hours.get(booking.id) ?? noHours, at),
      isDelivery: booked.isDelivery,
      place: placeLine(booked.address),
      warehouse: warehouseLine(settings),
      at,
      total: contract.total,
      vatMode: contract.agreement.vatMode,
      // Payments for an earlier version count for this one.
      instalments: openInstalments({ paid, instalments }),
      securityDeposit: contract.agreement.securityDeposit,
      withdrawUntil: terms.withdrawUntil,
      isConsumer: terms.client.isConsumer,
    },
    homeQuestion:
      terms.client.address === null
        ? { place: booking.address, proposed: terms.client.proposedAddress, isCompany: !terms.client.isConsumer }
        : null,
    eventStart: eventStart && (eventStart.startsAt === null || startsBeforeDelivery(eventStart)) ? eventStart : null,
    ticksNeeded: terms.ticksNeeded,
    terms: terms.terms,
    proof: proofView,
    back: paths.page,
  }
}

export function summarizeRentals(
  { rentals, isDelivery }: { rentals: readonly Rental[]; isDelivery: boolean },
  hours: AgreedHours,
  at: Date,
): SigningView["summary"]["rentals"] {
  return rentals.map((rental) => ({
    ...nameRental(rental),
    when: rentalTimesLabel(
      rental,
      { isDelivery, hours: hoursOfRental(rental, rentals, hours) },
      { today: dayInParis(at) },
    ),
    equipment: equipmentOf(rental),
  }))
}

export function equipmentOf({ options, photoPacks }: Rental): string[] {
  return [
    ...options.items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)),
    ...(photoPacks > 0 ? [`Pack photo × ${photoPacks}`] : []),
  ]
}

export async function isAddressProved(account: Account, contractId: ContractId): Promise<boolean> {
  return (await readAddressProofStatus(account.id, contractId, new Date())).proved
}
