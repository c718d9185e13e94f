import type { BookingId, ContractId, Id } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import type { SweepName } from "./sweep-names.ts"
import type { MailOrder } from "../mail/mails.ts"

/** What each queue carries, as plain JSON: an instant is its ISO text. */
export type Payloads = {
  "send-mail": MailOrder
  /** What somebody typed as their address, normalised; perhaps nobody's. */
  "forgotten-password": { email: string; back?: string }
  /** The same, by who waits for the link that confirms it. */
  "asked-verification": { email: string }
  /** `confirmedAt`: of the confirmation that asked for it, an ISO text. Another one since has asked for its own. */
  "send-contract": { bookingId: BookingId; confirmedAt: string }
  "seal-contract": { contractId: ContractId }
  "typeset-invoice": { invoiceId: Id }
  "seal-report": { reportId: Id }
  /** The owner ended it, and cannot undo that any more. */
  "close-ended-booking": { bookingId: BookingId }
  /** The letter about a product, whose next mails are to be ordered. */
  "spread-letter": { letterId: Id }
  /** A copy of somebody's data, to be made. */
  "export-data": { exportId: Id }
  /** Something may have become of a card payment, or of what it asks for. */
  "settle-card-payment": { id: Id }
  /** Money goes back to a card, or may have come back from it. */
  "settle-card-refund": { id: Id }
  /** Something may have become of a deposit, or was decided about it. */
  "settle-deposit": { bookingId: BookingId }
  /** A page or an authorisation of a deposit, of which the provider has told; `holdId`, by its own name, where it is one. */
  "look-at-deposit": { id: Id; holdId?: string }
  /** A card that is not kept any more, by the provider's name of its holder; authorisations from before `since` may stand on it. */
  "forget-card": { bookingId: BookingId; provider: "stripe" | "demo"; customerRef: string; since: string }
  /** The provider's id of a payment: something of it may have been given back in the provider's own pages. */
  "look-at-card-refunds": { id: string }
  /** The provider's id. */
  "look-at-dispute": { id: string }
  /** What a sweep found due at that instant. */
  due: { sweep: SweepName; id: Id; at: string }
}

export type QueueName = keyof Payloads

type QueueSettings = {
  /** Tries after the first. */
  retryLimit: number
  /** Seconds before the second try; each later wait is about twice the one before. */
  retryDelay: number
  retryBackoff: true
  /** Seconds: no wait is longer. */
  retryDelayMax: number
  /** Seconds that one try may take; a worker that died is noticed after them. */
  expireInSeconds: number
  /** Seconds for which a finished job is kept. */
  deleteAfterSeconds: number
}

/** Work on a document: a customer waits for it, and a storage or a database that fails is tried again until it is back. */
const contractWork: QueueSettings = {
  retryLimit: 80,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  deleteAfterSeconds: 7 * 24 * 60 * 60,
}

/** Somebody waits to read that their money has arrived; a provider that is away for a day is asked until it is back. */
const cardWork: QueueSettings = {
  retryLimit: 40,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  deleteAfterSeconds: 24 * 60 * 60,
}

/** Somebody waits for it in front of the screen: after some minutes they ask again. */
const waitedFor: QueueSettings = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 120,
  expireInSeconds: 30,
  deleteAfterSeconds: 60 * 60,
}

/** A new kind of job adds its payload above, its settings here and its handler in handlers.ts. */
export const queues: Record<QueueName, QueueSettings> = {
  // Half a minute, a minute … then every hour, for two and a half days: a mail server that fails on Friday evening is
  // tried until Monday. What a mail says is people's data: it is forgotten a week after it went.
  "send-mail": {
    retryLimit: 66,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deleteAfterSeconds: periods.sentMailDays * 24 * 60 * 60,
  },
  "forgotten-password": waitedFor,
  "asked-verification": waitedFor,
  "send-contract": contractWork,
  "seal-contract": contractWork,
  "typeset-invoice": contractWork,
  "seal-report": contractWork,
  "close-ended-booking": {
    retryLimit: 20,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 60,
    deleteAfterSeconds: 60 * 60,
  },
  // Somebody waits for it in front of the screen; its row says so when it fails for good.
  "export-data": {
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 300,
    deleteAfterSeconds: 60 * 60,
  },
  "spread-letter": contractWork,
  "settle-card-payment": cardWork,
  "settle-card-refund": cardWork,
  "settle-deposit": cardWork,
  "look-at-deposit": cardWork,
  "forget-card": cardWork,
  "look-at-card-refunds": cardWork,
  "look-at-dispute": cardWork,
  // A sweep finds what is still due again: it need not be tried for long.
  due: {
    retryLimit: 5,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    deleteAfterSeconds: 15 * 60,
  },
}
