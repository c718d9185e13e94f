import type { BookingAct } from "../booking/acts.ts"

/** A public contract: never rename these. */
export const webhookKinds = [
  "booking.requested",
  "booking.confirmed",
  "booking.refused",
  "booking.cancelled",
  "booking.reopened",
  "booking.changed",
  "contract.sent",
  "contract.signed",
  "payment.recorded",
  "payment.corrected",
  "payment.disputed",
  "refund.made",
  "refund.failed",
  "deposit.held",
  "deposit.released",
  "deposit.kept",
  "invoice.issued",
] as const
export type WebhookKind = (typeof webhookKinds)[number]

export const TRIAL_KIND = "webhook.trial"

export const webhookKindLabels: Record<WebhookKind, string> = {
  "booking.requested": "Une réservation est demandée",
  "booking.confirmed": "Elle est confirmée",
  "booking.refused": "Elle est refusée, ou la demande a expiré",
  "booking.cancelled": "Elle est annulée, ou le client s’est rétracté",
  "booking.reopened": "Un refus ou une annulation est repris",
  "booking.changed": "Ses jours, ses options, son lieu ou son prix changent",
  "contract.sent": "Son contrat est envoyé",
  "contract.signed": "Son contrat est signé",
  "payment.recorded": "Un paiement est noté",
  "payment.corrected": "Un paiement est contre-passé",
  "payment.disputed": "Un paiement est contesté",
  "refund.made": "De l’argent est rendu",
  "refund.failed": "Un remboursement n’est pas arrivé",
  "deposit.held": "La caution est prise",
  "deposit.released": "La caution est rendue",
  "deposit.kept": "La caution est retenue, en tout ou en partie",
  "invoice.issued": "Une facture ou un avoir est établi",
}

const kindByAct: Record<BookingAct["action"], WebhookKind | null> = {
  "booking.placed": "booking.requested",
  "booking.confirmed": "booking.confirmed",
  "booking.refused": "booking.refused",
  "booking.expired": "booking.refused",
  "booking.cancelled": "booking.cancelled",
  "booking.cancelled-by-customer": "booking.cancelled",
  "booking.withdrawn": "booking.cancelled",
  "booking.left-unsigned": "booking.cancelled",
  "booking.restored": "booking.reopened",
  "booking.confirmation-undone": "booking.reopened",
  "booking.refusal-undone": "booking.reopened",
  "booking.cancellation-undone": "booking.reopened",
  "booking.edited": "booking.changed",
  "booking.rental-ended": null,
  "booking.change-lapsed": "booking.changed",
  "booking.distance-set": "booking.changed",
  "booking.delivery-taken-over": "booking.changed",
  "booking.delivery-left": "booking.changed",
  "booking.price-adjusted": "booking.changed",
  "booking.price-adjustment-removed": "booking.changed",
  "booking.hours-set": "booking.changed",
  // The resulting change is its own act.
  "booking.dates-asked": null,
  "booking.dates-kept": null,
  "booking.dates-accepted": null,
  "booking.dates-refused": null,
  "booking.contract-sent": "contract.sent",
  "booking.contract-handed-over": "contract.sent",
  "booking.contract-signed": "contract.signed",
  "booking.contract-undelivered": null,
  "booking.links-closed": null,
  "booking.payment-recorded": "payment.recorded",
  // No money moved.
  "booking.interest-deducted": null,
  "booking.payment-corrected": "payment.corrected",
  "booking.payment-disputed": "payment.disputed",
  "booking.payment-unwanted": null,
  "booking.refunded": "refund.made",
  "booking.refund-noticed": "refund.made",
  "booking.refund-failed": "refund.failed",
  "booking.money-given-back": null,
  "booking.deposit-held": "deposit.held",
  "booking.deposit-lowered": null,
  "booking.deposit-received": "deposit.held",
  "booking.deposit-released": "deposit.released",
  "booking.deposit-kept": "deposit.kept",
  "booking.deposit-card-saved": null,
  "booking.deposit-asked": null,
  "booking.deposit-release-decided": null,
  "booking.deposit-waived": null,
  "booking.deposit-told": null,
  "booking.deposit-trouble-seen": null,
  "booking.deposit-keep-decided": null,
  "booking.deposit-refused": null,
  "booking.deposit-not-taken": null,
  "booking.deposit-announced": null,
  "booking.deposit-answered": null,
  "booking.invoiced": "invoice.issued",
  "booking.invoice-sent-again": null,
  "booking.noted": null,
  "booking.references-noted": null,
  "booking.event-start-told": null,
  "booking.venue-described": null,
  "booking.insurance-asked": null,
  "booking.insurance-waived": null,
  "booking.insurance-handed-in": null,
  "booking.condition-reported": null,
  "booking.stop-marked": null,
  "booking.stop-unmarked": null,
  "booking.shift-assigned": null,
  "booking.shift-removed": null,
  "booking.shift-answered": null,
  "booking.unit-moved": null,
  "booking.units-swapped": null,
  "booking.unhoused": null,
  "booking.rehoused": null,
}

export function webhookKindOf(action: string): WebhookKind | null {
  return Object.hasOwn(kindByAct, action) ? kindByAct[action as BookingAct["action"]] : null
}

export const MAX_WEBHOOKS = 10
export const MAX_WEBHOOK_URL = 500

/** Minutes; 71 hours in all, so that a Friday failure is retried until Monday (Standard Webhooks). */
const retryMinutes = [1, 5, 30, 120, 300, 600, 840, 1200, 1200] as const

/** null once every retry has been used. */
export function nextAttempt(attempts: number, at: Date): Date | null {
  const minutes = retryMinutes[attempts - 1]
  return minutes === undefined ? null : new Date(at.getTime() + minutes * 60_000)
}

export const STOP_AFTER_HOURS = 71
/** Both secrets sign during these hours, so that receivers can switch. */
export const PREVIOUS_SECRET_HOURS = 24

export const webhookFailures = {
  "refused-address": "adresse refusée\u00a0: seuls les sites publics en https sont appelés",
  "unknown-host": "site introuvable",
  timeout: "pas de réponse en dix secondes",
  certificate: "certificat refusé",
  unreachable: "site injoignable",
  redirects: "redirection, qui n’est pas suivie",
  "too-big": "réponse trop longue",
} as const
export type WebhookFailure = keyof typeof webhookFailures
