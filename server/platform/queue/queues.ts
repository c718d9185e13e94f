import type { BookingId, ContractId, Id } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import type { SweepName } from "./sweep-names.ts"
import type { MailOrder } from "../mail/mails.ts"

/** Plain JSON; instants are ISO texts. */
export type Payloads = {
  "send-mail": MailOrder
  "forgotten-password": { email: string; back?: string }
  "sign-in-link": { email: string; back?: string }
  "asked-verification": { email: string }
  /** Identifies the confirmation: a later one enqueues its own. */
  "send-contract": { bookingId: BookingId; confirmedAt: string }
  "seal-contract": { contractId: ContractId }
  "typeset-invoice": { invoiceId: Id }
  "seal-report": { reportId: Id }
  "close-ended-booking": { bookingId: BookingId }
  "spread-letter": { letterId: Id }
  "export-data": { exportId: Id }
  "settle-card-payment": { id: Id }
  "settle-card-refund": { id: Id }
  "settle-deposit": { bookingId: BookingId }
  "look-at-deposit": { id: Id; holdId?: string }
  "forget-card": { bookingId: BookingId; provider: "stripe" | "demo"; customerRef: string; since: string }
  /** The provider's id. */
  "look-at-card-refunds": { id: string }
  /** The provider's id. */
  "look-at-dispute": { id: string }
  due: { sweep: SweepName; id: Id; at: string }
}

export type QueueName = keyof Payloads

type QueueSettings = {
  retryLimit: number
  /** Seconds; later waits double. */
  retryDelay: number
  retryBackoff: true
  retryDelayMax: number
  expireInSeconds: number
  deleteAfterSeconds: number
}

const contractWork: QueueSettings = {
  retryLimit: 80,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  deleteAfterSeconds: 7 * 24 * 60 * 60,
}

const cardWork: QueueSettings = {
  retryLimit: 40,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  deleteAfterSeconds: 24 * 60 * 60,
}

const interactiveWork: QueueSettings = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 120,
  expireInSeconds: 30,
  deleteAfterSeconds: 60 * 60,
}

export const queues: Record<QueueName, QueueSettings> = {
  // A mail server that fails on Friday is tried until Monday.
  "send-mail": {
    retryLimit: 66,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deleteAfterSeconds: periods.sentMailDays * 24 * 60 * 60,
  },
  "forgotten-password": interactiveWork,
  "sign-in-link": interactiveWork,
  "asked-verification": interactiveWork,
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
  due: {
    retryLimit: 5,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    deleteAfterSeconds: 15 * 60,
  },
}
