import type { ReactNode } from "react"
import { Form, href, useNavigation } from "react-router"
import CreditCard from "lucide-react/icons/credit-card"
import FileSignature from "lucide-react/icons/file-pen-line"
import type { BookingEndKind } from "../../../../domain/booking/booking-end.ts"
import { withElision } from "../../../../domain/elision.ts"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import { type Day, addDays, startOfDayInParis } from "../../../../domain/day.ts"
import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Countdown } from "./countdown.tsx"
import { needsCard, depositText } from "./deposit-text.ts"
import type { BookingView } from "./view.ts"

type Prompt = { title: string; text: ReactNode; until?: Date | null; button?: ReactNode }

export function NextAction({ view }: { view: BookingView }) {
  const { title, text, until, button } = nextPrompt(view)
  return (
    <section className="next-action on-night" aria-labelledby="next-title">
      <h2 className="title-section" id="next-title">
        {title}
      </h2>
      <div className="stack gap-2">{text}</div>
      {until && <Countdown since={view.deadlineStart} until={until} now={view.now} />}
      {button}
    </section>
  )
}

export function hasPrimaryButton(view: BookingView): boolean {
  const {
    journey: { next },
    acts,
    transfer,
    isDemonstration,
  } = view
  switch (next.kind) {
    case "sign":
      return acts.sign !== null
    case "pay":
      return transfer !== null && (acts.pay !== null || !isDemonstration)
    case "nothing-until-event":
      return depositWithoutCard(view) !== null && acts.deposit !== null
    case "ended":
      return true
    default:
      return false
  }
}

/** null unless the deposit alone keeps the booking from being ready. */
export function depositWithoutCard({ journey: { next }, deposit }: BookingView): DepositView | null {
  return next.kind === "nothing-until-event" && deposit && needsCard(deposit) ? deposit : null
}

function nextPrompt(view: BookingView): Prompt {
  const { next } = view.journey
  switch (next.kind) {
    case "wait-for-answer":
      return {
        title: "Rien à faire pour l’instant",
        text: (
          <>
            <p>
              {next.late
                ? "Notre réponse a pris du retard. Nous gardons votre date."
                : "Nous vous répondons sous 24\u00a0h et vous gardons cette date."}
            </p>
            {next.until && (
              <p className="small soft">Sans réponse le {instantLong(next.until)}, la demande s’annule, sans frais.</p>
            )}
          </>
        ),
        // Counts down to our promised answer or, once that is late, to the request's end.
        until: next.late ? next.until : answerDueAt(view),
      }
    case "wait-for-contract":
      return {
        title: "Votre contrat arrive",
        text: (
          <p>
            La date est à vous. {view.canMail ? "Le contrat arrive par e-mail." : "Le contrat s’affichera ici."} Rien à
            payer avant sa signature.
          </p>
        ),
      }
    case "sign":
      return signPrompt(view, next)
    case "pay":
      return payPrompt(view, next)
    case "wait-for-dates":
      return {
        title: "Nous regardons vos nouvelles dates",
        text: (
          <p>
            En attendant, votre réservation ne change pas.{" "}
            {view.canMail ? "La réponse arrive par e-mail." : "La réponse s’affichera ici."}
          </p>
        ),
      }
    case "nothing-until-event": {
      const deposit = depositWithoutCard(view)
      if (deposit) return depositCardPrompt(view, deposit, next.on)
      return {
        title: "Tout est prêt",
        text: (
          <>
            <p>Rien à faire avant le {dayLong(next.on)}.</p>
            {view.canMail && <p className="small soft">La veille, un e-mail vous rappelle tout.</p>}
          </>
        ),
        until: startOfDayInParis(next.on),
      }
    }
    case "event":
      return {
        title: "C’est le jour\u00a0J",
        text: <p>Profitez-en. La notice est sur le photobooth, notre téléphone en bas de page.</p>,
        button: (
          <ButtonLink to={href("/faq")} variant="secondary" wide>
            Ouvrir le centre d’aide
          </ButtonLink>
        ),
      }
    case "over":
      return {
        title: "Merci",
        text: (
          <p>
            {view.journey.returnedOn ? "Le photobooth est repris" : "Votre location est terminée"} depuis le{" "}
            {dayLong(next.on)}. Vos documents restent ici.
          </p>
        ),
        button: (
          <ButtonLink to={href("/catalog")} variant="secondary" wide>
            Voir le catalogue
          </ButtonLink>
        ),
      }
    case "ended":
      return endedPrompt(view, next.how)
  }
}

function answerDueAt({ journey: { steps } }: BookingView): Date | null {
  const date = steps.find(({ name }) => name === "confirmation")?.date
  return date && "at" in date ? date.at : null
}

function signPrompt(view: BookingView, next: { until: Date | null; change: boolean }): Prompt {
  const { sign } = view.acts
  return {
    title: next.change ? "Signez la modification" : "Signez votre contrat",
    text: (
      <>
        <p>
          {next.change
            ? "Le contrat signé reste en vigueur. Sans signature à temps, rien ne change."
            : "Lisez le contrat, tapez votre nom, c’est signé."}
        </p>
        {next.until && (
          <p className="small soft">
            Signez avant {instantLong(next.until)}.{!next.change && " Au-delà, la réservation s’annule, sans frais."}
          </p>
        )}
        {sign === null && <p className="small soft">Seul le titulaire du compte peut signer.</p>}
      </>
    ),
    until: next.until,
    ...(sign !== null
      ? {
          button: (
            <ButtonLink to={sign} wide icon={FileSignature}>
              {next.change ? "Lire et signer la modification" : "Lire et signer le contrat"}
            </ButtonLink>
          ),
        }
      : {}),
  }
}

function depositCardPrompt(view: BookingView, deposit: DepositView, firstDay: Day): Prompt {
  return {
    title: `Une carte à enregistrer pour la caution de ${formatMoney(deposit.amount)}`,
    text: (
      <>
        <p className="wrap-anywhere">{depositText(deposit)}</p>
        <p className="small soft">Rien d’autre à faire avant le {dayLong(firstDay)}.</p>
        {view.ownerName !== null && <p className="small soft">Seul le titulaire du compte peut l’enregistrer.</p>}
      </>
    ),
    until: deposit.holdDue ? null : startOfDayInParis(deposit.holdOn),
    button: view.acts.deposit !== null && <SaveCardButton action={view.acts.deposit} />,
  }
}

function SaveCardButton({ action }: { action: string }) {
  const busy = useNavigation().formAction === action
  return (
    <Form method="post" action={action} reloadDocument>
      <Button wide icon={CreditCard} busy={busy} busyText="Ouverture…">
        Enregistrer une carte
      </Button>
    </Form>
  )
}

function payPrompt(
  view: BookingView,
  { amount, dueOn, late }: Extract<BookingView["journey"]["next"], { kind: "pay" }>,
): Prompt {
  const until = dueOn === null ? null : startOfDayInParis(addDays(dueOn, 1))
  return {
    title: late ? `${formatMoney(amount)} sont attendus` : `À payer\u00a0: ${formatMoney(amount)}`,
    text: (
      <>
        <p>
          {dueOn === null
            ? "À régler pour finaliser votre réservation."
            : late
              ? `À régler le ${dayLong(dueOn)}. Déjà viré\u00a0? Rien à refaire.`
              : `Au plus tard le ${dayLong(dueOn)}.`}
        </p>
        {view.acts.pay === null && <p className="small soft">Seul le titulaire du compte peut payer.</p>}
      </>
    ),
    until: late ? null : until,
    button: <PayButton view={view} />,
  }
}

/** Posting creates the payment link (D27). */
function PayButton({ view: { acts, transfer, isDemonstration } }: { view: BookingView }) {
  const busy = useNavigation().formAction === acts.pay
  if (acts.pay !== null && transfer)
    return (
      <Form method="post" action={acts.pay} reloadDocument>
        <Button wide icon={CreditCard} busy={busy} busyText="Ouverture…">
          Payer {formatMoney(transfer.amount)}
        </Button>
      </Form>
    )
  return (
    transfer &&
    !isDemonstration && (
      <a className="button button-primary button-wide" href="#virement">
        Voir les coordonnées du virement
      </a>
    )
  )
}

const endTexts: Record<BookingEndKind, { title: string; text: string }> = {
  cancelled_by_customer: { title: "Réservation annulée", text: "Comme demandé, elle est annulée." },
  cancelled_by_company: { title: "Réservation annulée", text: "Nous avons dû l’annuler." },
  withdrawn: {
    title: "Vous avez renoncé au contrat",
    text: "Votre rétractation est enregistrée. Le contrat a pris fin.",
  },
  unsigned: {
    title: "Réservation annulée",
    text: "Le contrat n’a pas été signé à temps. Vous ne devez rien.",
  },
  refused: { title: "Demande non acceptée", text: "Nous ne pouvons pas accepter cette demande. Vous ne devez rien." },
  expired: {
    title: "Demande close",
    text: "Nous n’avons pas répondu à temps, toutes nos excuses. Vous ne devez rien.",
  },
  no_show: {
    title: "Contrat résilié",
    text: "Personne n’était là le premier jour. Le contrat a pris fin, comme il le prévoit.",
  },
  unpaid: {
    title: "Contrat résilié",
    text: "Une somme due n’a pas été payée. Le contrat a pris fin, comme il le prévoit.",
  },
}

/** Someone acting for the account did not end the booking themselves. */
function proxyEndTexts(owner: string): Partial<Record<BookingEndKind, { title?: string; text?: string }>> {
  return {
    cancelled_by_customer: { text: `Annulée à la demande ${withElision(owner)}.` },
    withdrawn: {
      title: `${owner} a renoncé au contrat`,
      text: "La rétractation est enregistrée. Le contrat a pris fin.",
    },
  }
}

function endedPrompt(view: BookingView, how: BookingEndKind): Prompt {
  const { end } = view
  const owed = view.transfer?.amount ?? null
  const { title, text } = { ...endTexts[how], ...(view.ownerName !== null && proxyEndTexts(view.ownerName)[how]) }
  const back = (end?.refund ?? 0) + (end?.indemnity ?? 0)
  return {
    title,
    text: (
      <>
        <p>{text}</p>
        {end?.reason && how !== "withdrawn" && <p>Motif&nbsp;: {end.reason}</p>}
        {end && back > 0 && (
          <p>
            {end.refunded
              ? `${formatMoney(back)} vous ont été remboursés.`
              : `${formatMoney(back)} vous sont remboursés${end.refundBy ? ` au plus tard le ${dayLong(end.refundBy)}` : ""}.`}
            {end.indemnity > 0 && ` Dont ${formatMoney(end.indemnity)} d’indemnité.`}
          </p>
        )}
        {owed !== null && <p>Il reste {formatMoney(owed)} à régler&nbsp;: c’était dû avant l’annulation.</p>}
        {end && end.retained > 0 && (
          <p className="small soft">Nous gardons {formatMoney(end.retained)}, comme le contrat le prévoit.</p>
        )}
      </>
    ),
    button:
      owed !== null ? (
        <PayButton view={view} />
      ) : (
        <ButtonLink to={view.restartHref} wide>
          Choisir d’autres dates
        </ButtonLink>
      ),
  }
}
