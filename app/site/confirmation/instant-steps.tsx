import Check from "lucide-react/icons/check"
import CreditCard from "lucide-react/icons/credit-card"
import FileSignature from "lucide-react/icons/file-pen-line"
import { Form, href, useNavigation } from "react-router"
import { instantLong } from "../../../domain/day-labels.ts"
import type { InstalmentKind } from "../../../domain/finance/payment.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"
import { OPEN_CONTRACT_INTENT } from "../../http/open-contract.ts"
import { Button } from "../../ui/button.tsx"
import { FilmTimeline, type Frame } from "../../ui/film-timeline.tsx"

type Due = { kind: InstalmentKind | null; amount: Cents }

export type InstantNext = { kind: "sign"; by: Date; due: Due | null } | { kind: "pay"; due: Due } | { kind: "done" }

export const instantLeads: Record<InstantNext["kind"], string> = {
  sign: "Il reste à signer et à payer.",
  pay: "Votre contrat est signé. Dernière étape\u00a0: le paiement.",
  done: "Tout est prêt. Rendez-vous le jour de votre événement.",
}

/** One sitting: request, contract, payment (D67). */
export function InstantSteps({ next, number }: { next: InstantNext; number: number }) {
  const due = next.kind === "done" ? null : next.due
  const frames: Frame[] = [
    { title: "Réservation confirmée", state: "done", icon: Check },
    {
      title: "Contrat",
      ...(next.kind === "sign" && {
        text: `À signer avant le ${instantLong(next.by)}. Après, la réservation s’annule, sans frais.`,
      }),
      state: next.kind === "sign" ? "now" : "done",
      icon: FileSignature,
    },
    ...(due || next.kind === "done" ? [paymentFrame(next, due)] : []),
  ]
  return (
    <>
      <FilmTimeline label="Les étapes de votre réservation" frames={frames} />
      {next.kind === "sign" && <OpenContract number={number} />}
      {next.kind === "pay" && <Pay number={number} due={next.due} />}
    </>
  )
}

function paymentFrame({ kind }: InstantNext, due: Due | null): Frame {
  return {
    title: due ? paymentName(due) : "Paiement",
    ...(due && { text: `${formatMoney(due.amount)}, à la signature.` }),
    state: kind === "pay" ? "now" : kind === "done" ? "done" : "next",
    icon: CreditCard,
  }
}

function paymentName({ kind }: Due): string {
  return kind === "down-payment" ? "Acompte" : "Paiement"
}

function OpenContract({ number }: { number: number }) {
  const action = href("/account/bookings/:number/signer", { number: String(number) })
  const busy = useNavigation().formAction === action
  return (
    <Form method="post" action={action}>
      <Button name="intent" value={OPEN_CONTRACT_INTENT} wide icon={FileSignature} busy={busy} busyText="Ouverture…">
        Lire et signer le contrat
      </Button>
    </Form>
  )
}

function Pay({ number, due }: { number: number; due: Due }) {
  const action = href("/account/bookings/:number/payer", { number: String(number) })
  const busy = useNavigation().formAction === action
  return (
    <Form method="post" action={action} reloadDocument>
      <Button wide icon={CreditCard} busy={busy} busyText="Ouverture…">
        {due.kind === "down-payment" ? "Payer l’acompte" : `Payer ${formatMoney(due.amount)}`}
      </Button>
    </Form>
  )
}
