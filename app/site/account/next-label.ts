import type { BookingEndKind } from "../../../domain/booking/booking-end.ts"
import type { NextAction } from "../../../domain/booking/journey.ts"
import { dayMedium, instantLong } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { withElision } from "../../../domain/elision.ts"

type NextLabel = { text: string; late: boolean; act: "sign" | "pay" | null }

/** `othersName`: the account's owner, when someone else acts for them. */
export function nextLabel(next: NextAction, othersName?: string): NextLabel {
  switch (next.kind) {
    case "wait-for-answer":
      return {
        ...noAction,
        text: next.late
          ? "Notre réponse a pris du retard. Nous gardons votre date."
          : "Nous vous répondons sous 24\u00a0h.",
      }
    case "wait-for-contract":
      return { ...noAction, text: "Votre contrat est en préparation." }
    case "sign": {
      const subject = next.change ? "Modification à signer" : "Contrat à signer"
      const text = next.until ? `${subject} avant le ${instantLong(next.until)}` : subject
      return { text, late: false, act: "sign" }
    }
    case "pay": {
      const amount = formatMoney(next.amount)
      if (next.dueOn === null) return { text: `${amount} à payer, dès maintenant`, late: false, act: "pay" }
      const day = dayMedium(next.dueOn)
      return next.late
        ? { text: `${amount} étaient à payer le ${day}`, late: true, act: "pay" }
        : { text: `${amount} à payer, au plus tard le ${day}`, late: false, act: "pay" }
    }
    case "wait-for-dates":
      return { ...noAction, text: "Nous regardons vos nouvelles dates." }
    case "nothing-until-event":
      return { ...noAction, text: `Tout est signé et payé. Rendez-vous le ${dayMedium(next.on)}.` }
    case "event":
      return { ...noAction, text: "C’est le jour\u00a0J." }
    case "over":
      return { ...noAction, text: `Terminée depuis le ${dayMedium(next.on)}.` }
    case "ended":
      return {
        ...noAction,
        text: (othersName !== undefined && proxyEndTexts(othersName)[next.how]) || endTexts[next.how],
      }
  }
}

const noAction = { late: false, act: null } as const

const endTexts: Record<BookingEndKind, string> = {
  cancelled_by_customer: "Vous l’avez annulée.",
  cancelled_by_company: "Nous l’avons annulée.",
  withdrawn: "Vous avez renoncé au contrat.",
  unsigned: "Le contrat n’a pas été signé à temps.",
  refused: "Nous n’avons pas pu accepter cette demande.",
  expired: "Nous n’avons pas répondu à temps.",
  no_show: "Contrat résilié\u00a0: personne n’était là le premier jour.",
  unpaid: "Contrat résilié\u00a0: une somme due n’a pas été payée.",
}

/** The owner ended the booking, not the viewer. */
function proxyEndTexts(owner: string): Partial<Record<BookingEndKind, string>> {
  return {
    cancelled_by_customer: `Annulée à la demande ${withElision(owner)}.`,
    withdrawn: `${owner} a renoncé au contrat.`,
  }
}
