import { Form, useNavigation } from "react-router"
import CreditCard from "lucide-react/icons/credit-card"
import { instantLong } from "../../../../../domain/day-labels.ts"
import { MAX_DEPOSIT_ANSWER, OBSERVATION_HOURS } from "../../../../../domain/finance/deposit.ts"
import type { AnnouncedRetention } from "../../../../../domain/finance/deposit-state.ts"
import { SECURITY_DEPOSIT_TERMS } from "../../../../../domain/finance/security-deposit.ts"
import { formatMoney } from "../../../../../domain/money.ts"
import { rentalLabel } from "../../../../../domain/rental/rental.ts"
import type { Refusal } from "../../../../http/refusal.ts"
import { DataNote } from "../../../../kit/data-note.tsx"
import { FormDraft } from "../../../../kit/drafts/form-draft.tsx"
import { Button } from "../../../../ui/button.tsx"
import { Checkbox } from "../../../../ui/checkbox.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { RequiredNote } from "../../../../ui/required-note.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { needsCard, depositText } from "../deposit-text.ts"
import type { DepositPageView } from "./view.ts"

type DepositScreenProps = { view: DepositPageView; answered: boolean; refusal: Refusal | null }

export function DepositScreen({ view, answered, refusal }: DepositScreenProps) {
  const { number, productName, when, deposit, report, takesCard } = view
  return (
    <div className="page wizard-page">
      <div className="booking-sheet stack gap-6">
        <header className="stack gap-2">
          <p className="small soft">Réservation n°&nbsp;{number}</p>
          <h1 className="title-page">Caution de {formatMoney(deposit.amount)}</h1>
          <p className="lead soft">
            {productName}, {rentalLabel(when)}
          </p>
        </header>
        {answered && (
          <Notice tone="success" live>
            Vos observations sont enregistrées. Nous les lisons avant de décider.
          </Notice>
        )}
        <BookingError errors={refusal?.errors["form"] ? [{ message: refusal.errors["form"] }] : []} answer={refusal} />
        <section className="panel stack" aria-labelledby="state-title">
          <h2 className="title-card" id="state-title">
            Où elle en est
          </h2>
          <p className="wrap-anywhere">{depositText(deposit)}</p>
          {report && (
            <p>
              <a href={report} download>
                État des lieux de retour (PDF)
              </a>
            </p>
          )}
          <p className="small soft">La caution est {SECURITY_DEPOSIT_TERMS}</p>
        </section>
        {deposit.announced && <RetentionSection announced={deposit.announced} refusal={refusal} />}
        {takesCard && !deposit.announced && <SaveCard view={view} refusal={refusal} />}
      </div>
    </div>
  )
}

function RetentionSection({ announced, refusal }: { announced: AnnouncedRetention; refusal: Refusal | null }) {
  const busy = useNavigation().formMethod === "POST"
  const { amount, reason, answer, answeredAt, opensAt } = announced
  return (
    <section className="panel stack" aria-labelledby="announced-title">
      <h2 className="title-card" id="announced-title">
        Retenue annoncée&nbsp;: {formatMoney(amount)}
      </h2>
      <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      <p className="small soft">
        Rien n’est encore débité.{" "}
        {answeredAt
          ? `Vous nous avez répondu le ${instantLong(answeredAt)}.`
          : opensAt
            ? `Nous ne décidons pas avant votre réponse, ou avant le ${instantLong(opensAt)}.`
            : `Nous ne décidons pas avant votre réponse, ou ${OBSERVATION_HOURS} heures après vous avoir prévenu.`}
      </p>
      <Form method="post" className="stack">
        <FormDraft name="deposit-answer">
          <RequiredNote one />
          <TextArea
            name="observations"
            label="Vos observations"
            rows={5}
            maxLength={MAX_DEPOSIT_ANSWER}
            defaultValue={refusal?.values["observations"] ?? answer ?? ""}
            error={refusal?.errors["observations"]}
          />
          <DataNote use="deposit" />
          <div>
            <Button name="intent" value="observer" busy={busy} busyText="Envoi…">
              {answeredAt ? "Remplacer mes observations" : "Envoyer mes observations"}
            </Button>
          </div>
        </FormDraft>
      </Form>
    </section>
  )
}

function SaveCard({ view, refusal }: { view: DepositPageView; refusal: Refusal | null }) {
  const busy = useNavigation().formMethod === "POST"
  const { card, companyName, consent, deposit } = view
  if (card === "none") return null
  const cardNeeded = needsCard(deposit)
  return (
    <section className="panel stack" aria-labelledby="card-title">
      <h2 className="title-card" id="card-title">
        {cardNeeded ? "Enregistrer une carte" : "Changer de carte"}
      </h2>
      {card === "demonstration" ? (
        <Notice tone="warning" title="Caution de démonstration">
          Aucune carte demandée, aucune empreinte prise.
        </Notice>
      ) : (
        <p className="small soft">Page sécurisée de Stripe. {companyName} ne voit pas votre carte.</p>
      )}
      {/* Loads the whole document: the next page leads to another site, as it does without JavaScript. */}
      <Form method="post" reloadDocument className="stack">
        <RequiredNote one />
        <Checkbox name="accord" value="oui" label={consent} error={refusal?.errors["accord"]} />
        <Button
          name="intent"
          value="enregistrer"
          wide
          icon={CreditCard}
          variant={cardNeeded ? "primary" : "secondary"}
          busy={busy}
          busyText="Ouverture…"
        >
          {cardNeeded ? "Enregistrer ma carte" : "Enregistrer une autre carte"}
        </Button>
      </Form>
    </section>
  )
}
