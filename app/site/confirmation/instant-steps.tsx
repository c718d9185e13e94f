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

export type InstantNext =
  /** `by` is null where no deadline runs. */
  { kind: "sign"; by: Date | null; due: Due | null } | { kind: "pay"; due: Due } | { kind: "done"; paysLater: boolean }

export function instantLead(next: InstantNext): string {
  switch (next.kind) {
    case "sign":
      if (next.due === null) return "Il reste à signer."
      return `Il reste à signer et à ${next.due.kind === "down-payment" ? "régler l’acompte" : "payer"}.`
    case "pay":
      return `Votre contrat est signé. Dernière étape\u00a0: ${next.due.kind === "down-payment" ? "l’acompte" : "le paiement"}.`
    case "done":
      return "Tout est prêt. Rendez-vous le jour de votre événement."
  }
}

/** One sitting: request, contract, payment (D67). */
export function InstantSteps({ next, number }: { next: InstantNext; number: number }) {
  return (
    <>
      <FilmTimeline label="Les étapes de votre réservation" frames={instantFrames(next)} />
      {next.kind === "sign" && <OpenContract number={number} />}
      {next.kind === "pay" && <Pay number={number} due={next.due} />}
    </>
  )
}

function instantFrames(next: InstantNext): Frame[] {
  const confirmed: Frame = { title: "Réservation confirmée", state: "done", icon: Check }
  const contract: Frame = { title: "Contrat", state: next.kind === "sign" ? "now" : "done", icon: FileSignature }
  if (next.kind === "sign" && next.by)
    contract.text = `Avant ${instantLong(next.by)}. Après, la réservation s’annule, sans frais.`
  if (next.kind === "done")
    return [confirmed, contract, { title: next.paysLater ? "Acompte" : "Paiement", state: "done", icon: CreditCard }]
  if (next.due === null) return [confirmed, contract]
  const payment: Frame = {
    title: next.due.kind === "down-payment" ? "Acompte" : "Paiement",
    text: `${formatMoney(next.due.amount)}, à la signature.`,
    state: next.kind === "pay" ? "now" : "next",
    icon: CreditCard,
  }
  return [confirmed, contract, payment]
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
