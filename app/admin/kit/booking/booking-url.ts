import { href } from "react-router"
import type { EndCause } from "../../../../domain/booking/booking-end.ts"

const bookingDialogs = [
  "refuser",
  "annuler",
  "location",
  "dates",
  "signer",
  "paiement",
  "retirer",
  "rembourser",
  "rendre",
  "prix",
  "retirer-prix",
  "caution-recue",
  "caution-retenir",
  "caution-garder",
  "caution-lever",
  "horaires",
  "mission",
] as const
export type BookingDialogName = (typeof bookingDialogs)[number]

/** `target`: id of the payment, refund or price line, the rental's position, or the cause; `noticeDay`: as typed. */
export type BookingPageUrl = {
  dialog: BookingDialogName | null
  target: string | null
  noticeDay: string | null
  /** null until the owner has said who ends the rental. */
  rentalEnd: "customer" | "company" | null
}

export const endCausePaths: Readonly<Record<EndCause, string>> = {
  company: "nous",
  customer: "client",
  "no-show": "absence",
  unpaid: "impaye",
}

export const rentalEndCauses = ["customer", "company"] as const

export function rentalEndHref(
  number: number,
  position: number,
  cause: (typeof rentalEndCauses)[number] | null,
): string {
  const dialog = bookingPageHref(number, "location", String(position))
  return cause === null ? dialog : `${dialog}&par=${endCausePaths[cause]}`
}

export function bookingPageHref(number: number, dialog: BookingDialogName | null = null, target?: string): string {
  const page = href("/admin/bookings/:number", { number: String(number) })
  if (dialog === null) return page
  return `${page}?${new URLSearchParams({ geste: dialog, ...(target === undefined ? {} : { cible: target }) })}`
}

export function readBookingPageUrl(values: URLSearchParams): BookingPageUrl {
  const dialog = bookingDialogs.find((name) => name === values.get("geste")) ?? null
  const target = dialog === null ? null : values.get("cible")
  const ending = dialog === "annuler" || dialog === "location"
  return {
    dialog,
    target,
    noticeDay: ending ? values.get("le") : null,
    rentalEnd: rentalEndCauses.find((cause) => endCausePaths[cause] === values.get("par")) ?? null,
  }
}
