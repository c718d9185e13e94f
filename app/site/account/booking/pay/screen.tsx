import { Form, useNavigation } from "react-router"
import CreditCard from "lucide-react/icons/credit-card"
import { dayLong, dayMedium } from "../../../../../domain/day-labels.ts"
import type { InstalmentKind } from "../../../../../domain/finance/payment.ts"
import { formatMoney } from "../../../../../domain/money.ts"
import { rentalLabel } from "../../../../../domain/rental/rental.ts"
import type { Refusal } from "../../../../http/refusal.ts"
import { Button } from "../../../../ui/button.tsx"
import { Checkbox } from "../../../../ui/checkbox.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { Transfer } from "../transfer.tsx"
import type { PaymentView } from "./view.ts"

type PaymentScreenProps = { view: PaymentView; refusal: Refusal | null; justSigned: boolean }

export function PaymentScreen({ view, refusal, justSigned }: PaymentScreenProps) {
  const { number, productName, when, next, transfer } = view
  return (
    <div className="page wizard-page">
      <div className="booking-sheet stack gap-6">
        <header className="stack gap-2">
          <p className="small soft">Réservation n°&nbsp;{number}</p>
          <h1 className="title-page">{next ? `${formatMoney(next.amount)} à payer` : "Rien à payer"}</h1>
          <p className="lead soft">
            {productName}, {rentalLabel(when)}
          </p>
        </header>
        {justSigned && next && (
          <Notice tone="success">
            Merci, votre contrat est signé&nbsp;! Dernière étape&nbsp;:{" "}
            {next.kind === "down-payment" ? "l’acompte" : "le paiement"}.
          </Notice>
        )}
        <BookingError errors={Object.values(refusal?.errors ?? {}).map((message) => ({ message }))} answer={refusal} />
        {next ? (
          <>
            <Amounts view={view} next={next} />
            <CardPayment view={view} amount={next.amount} refusal={refusal} />
            {transfer && <Transfer transfer={transfer} />}
            {view.isDemonstration && view.card !== "demonstration" && (
              <Notice tone="warning" title="Réservation de démonstration">
                Elle a un paiement de démonstration. N’envoyez pas d’argent&nbsp;: faites une nouvelle réservation.
              </Notice>
            )}
          </>
        ) : (
          <Notice tone={view.signed ? "success" : "info"}>{nothingDueText(view)}</Notice>
        )}
      </div>
    </div>
  )
}

function nothingDueText({ signed, ended, paid }: PaymentView): string {
  if (ended) return "Cette réservation a pris fin. Vous ne devez rien."
  if (!signed) return "Rien à payer avant la signature du contrat."
  return `Tout est réglé\u00a0: nous avons reçu ${formatMoney(paid)}. Merci.`
}

const labels: Record<InstalmentKind, string> = {
  "down-payment": "Acompte",
  balance: "Solde",
  full: "Paiement en une fois",
}

function Amounts({
  view: { later, paid, interest, ended },
  next,
}: {
  view: PaymentView
  next: NonNullable<PaymentView["next"]>
}) {
  const { kind, amount, dueOn, late } = next
  return (
    <section className="panel stack" aria-labelledby="amounts-title">
      <h2 className="title-card" id="amounts-title">
        Maintenant et plus tard
      </h2>
      <dl className="lines">
        <div>
          <dt>
            <b>{kind ? labels[kind] : ended ? "Reste dû" : "À payer"}</b>
            <small>
              {dueOn === null
                ? "aujourd’hui"
                : late
                  ? `attendu le ${dayLong(dueOn)}`
                  : `au plus tard le ${dayLong(dueOn)}`}
            </small>
          </dt>
          <dd>
            <b>{formatMoney(amount)}</b>
          </dd>
        </div>
        {later.map((row) => (
          <div key={`${row.kind} ${row.dueOn}`}>
            <dt>
              {labels[row.kind]}
              <small>{row.dueOn === null ? "à la signature" : `au plus tard le ${dayMedium(row.dueOn)}`}</small>
            </dt>
            <dd>{formatMoney(row.amount)}</dd>
          </div>
        ))}
        {paid > 0 && (
          <div>
            <dt>Déjà reçu</dt>
            <dd>{formatMoney(paid)}</dd>
          </div>
        )}
        {interest > 0 && (
          <div>
            <dt>
              Intérêts déduits
              <small>au taux légal, sur vos paiements faits plus de trois mois avant</small>
            </dt>
            <dd>{formatMoney(interest)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function CardPayment({
  view: { card, companyName, depositConsent, consented },
  amount,
  refusal,
}: Omit<PaymentScreenProps, "justSigned"> & { amount: number }) {
  const busy = useNavigation().formMethod === "POST"
  if (card === "none") return null
  return (
    <section className="panel stack" aria-labelledby="card-title">
      <h2 className="title-card" id="card-title">
        Payer par carte
      </h2>
      {card === "demonstration" ? (
        <Notice tone="warning" title="Paiement de démonstration">
          Aucune carte demandée, rien n’est débité.
        </Notice>
      ) : (
        <p className="small soft">Paiement sécurisé par Stripe. {companyName} ne voit pas votre carte.</p>
      )}
      {/* Loads the whole document, because the next page leads to another site. */}
      <Form method="post" reloadDocument className="stack">
        <input type="hidden" name="montant" value={amount} />
        {depositConsent && (
          <div>
            <Checkbox
              name="caution"
              value="oui"
              defaultChecked={refusal ? refusal.values["caution"] !== undefined : consented}
              label={`Utiliser aussi cette carte pour la caution\u00a0: empreinte de ${formatMoney(depositConsent.amount)} (facultatif).`}
            />
            <details className="small soft">
              <summary>Comment ça marche</summary>
              <p>{depositConsent.text}</p>
              <p>Sans cet accord, nous vous demanderons une carte avant la location.</p>
            </details>
          </div>
        )}
        <Button wide icon={CreditCard} busy={busy} busyText="Ouverture…">
          Payer {formatMoney(amount)}
        </Button>
      </Form>
    </section>
  )
}
