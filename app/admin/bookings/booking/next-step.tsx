import type { ReactNode } from "react"
import { Form, href } from "react-router"
import type { BookingEndKind } from "../../../../domain/booking/booking-end.ts"
import type { Day } from "../../../../domain/day.ts"
import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { firstDay, rentalLabel } from "../../../../domain/rental/rental.ts"
import { untilLabel } from "../../../../isomorphic/text/relative-time.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { AnswerForm } from "../../kit/booking/answer-form.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { reasonNotMailed } from "../../kit/booking/customer-mail-note.tsx"
import { useSending } from "../../kit/use-sending.ts"
import type { OwnerBookingView } from "./view.ts"

/** `idle`: the owner has nothing to do. */
type Card = { title: string; text: ReactNode; acts?: ReactNode; idle?: boolean }
type OpenRefund = OwnerBookingView["refunds"][number]

export function NextStep({ view }: { view: OwnerBookingView }) {
  const [first, ...others] = nextStepCards(view)
  if (!first) return null
  return (
    <section className="next-action on-night" aria-labelledby="la-suite">
      <h2 className="title-section" id="la-suite">
        {first.title}
      </h2>
      <div className="stack gap-2">{first.text}</div>
      {first.acts && <div className="cluster">{first.acts}</div>}
      {others.map(({ title, text, acts }, index) => (
        <div key={index} className="stack gap-3 border-t border-line pt-4">
          <h3 className="title-block">{title}</h3>
          <div className="stack gap-2">{text}</div>
          {acts && <div className="cluster">{acts}</div>}
        </div>
      ))}
    </section>
  )
}

/** A refund can stay owed for months, so it leads only when late or when nothing else is due. */
function nextStepCards(view: OwnerBookingView): Card[] {
  const { journey, dateRequest } = view
  const { next } = journey
  const owedRefunds = openRefunds(view)
  // The customer's date request always needs an answer.
  const wantsOtherDates = dateRequest !== null && next.kind !== "ended" && next.kind !== "wait-for-answer"
  const step = stepCard(view, owedRefunds.length > 0)
  const steps = wantsOtherDates ? [dateChangeCard(view), ...(next.kind === "wait-for-dates" ? [] : [step])] : [step]
  const refundsFirst = steps.every(({ idle }) => idle) || owedRefunds[0]?.late === true
  const refunds = owedRefunds.map((refund, index) => refundCard(refund, view, refundsFirst && index === 0))
  return refundsFirst ? [...refunds, ...steps] : [...steps, ...refunds]
}

/** Soonest first, without the automatic card refunds. */
function openRefunds({ refunds }: OwnerBookingView): OpenRefund[] {
  return refunds
    .filter(({ made, isAutomatic }) => made === null && !isAutomatic)
    .toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : one.dueOn > other.dueOn ? 1 : 0))
}

function refundCard(refund: OpenRefund, { booking }: OwnerBookingView, isFirst: boolean): Card {
  return {
    title: `À rembourser\u00a0: ${formatMoney(refund.amount)}`,
    text: (
      <p>
        {refund.late ? "La date légale est passée\u00a0: c’était" : "Au plus tard"} le {dayLong(refund.dueOn)}
        {refund.reason === "interest"
          ? ", en intérêts de ce qui a été payé plus de trois mois à l’avance"
          : refund.kind === "indemnity"
            ? ", au titre de l’indemnité"
            : ""}
        .
      </p>
    ),
    acts: (
      <ButtonLink
        to={bookingPageHref(booking.number, "rembourser", refund.id)}
        aria-haspopup="dialog"
        preventScrollReset
        {...(isFirst ? {} : { variant: "secondary", size: "small" })}
      >
        Noter le remboursement<span className="sr-only"> de {formatMoney(refund.amount)}</span>
      </ButtonLink>
    ),
  }
}

function stepCard(view: OwnerBookingView, owesRefund: boolean): Card {
  const { journey, booking, now, hasMail } = view
  const { number } = booking
  const { next } = journey
  switch (next.kind) {
    case "wait-for-answer":
      return {
        title: "Répondre à la demande",
        text: (
          <p>
            {next.late ? "Le client attend depuis plus de 24\u00a0h. " : ""}
            {next.until && `Sans réponse le ${instantLong(next.until)}, elle est refusée et ses dates sont libérées.`}
          </p>
        ),
        acts: (
          <>
            <AnswerForm booking={booking} intent="confirmer" label="Confirmer" variant="primary" />
            <ButtonLink
              to={bookingPageHref(number, "refuser")}
              aria-haspopup="dialog"
              variant="secondary"
              size="small"
              preventScrollReset
            >
              Refuser
            </ButtonLink>
          </>
        ),
      }
    case "wait-for-contract":
      return contractCard(view)
    case "sign":
      if (next.until === null) return hasMail ? undeliveredCard(view) : handOverCard(view)
      return {
        title: next.change ? "Le client doit signer la modification" : "Le client doit signer le contrat",
        text: (
          <p>
            Jusqu’au {instantLong(next.until)} ({untilLabel(next.until, now)}).{" "}
            {next.change
              ? "Sans signature, le contrat déjà signé reste en vigueur."
              : "Sans signature, la réservation est annulée et ses dates sont libérées."}
          </p>
        ),
        acts: (
          <>
            {hasMail && <ActButton intent="renvoyer-contrat" label="Renvoyer le lien" variant="primary" />}
            <SignLink view={view} primary={!hasMail} />
          </>
        ),
      }
    case "pay":
      return {
        title: `À encaisser\u00a0: ${formatMoney(next.amount)}`,
        text: (
          <p>
            {next.dueOn === null
              ? "Dû depuis la signature du contrat."
              : next.late
                ? `Attendu depuis le ${dayLong(next.dueOn)}. Rien ne s’annule de soi-même.`
                : `Pour le ${dayLong(next.dueOn)}.`}
          </p>
        ),
        // Demonstration payments are made only on the customer's page (D73).
        acts: view.payable && (
          <ButtonLink to={bookingPageHref(number, "paiement")} aria-haspopup="dialog" preventScrollReset>
            Noter un paiement
          </ButtonLink>
        ),
      }
    case "wait-for-dates":
      return dateChangeCard(view)
    case "nothing-until-event":
      return {
        title: "Tout est prêt",
        text: (
          <p>
            {owesRefund ? "Rien d’autre à faire" : "Rien à faire"} avant le {dayLong(next.on)}.
          </p>
        ),
        acts: <SheetLink view={view} />,
        idle: true,
      }
    case "event":
      return {
        title: "C’est maintenant",
        text: <p>{underWayText(next.until, view)}</p>,
        acts: <SheetLink view={view} />,
        idle: true,
      }
    case "over":
      return {
        title: journey.returnedOn ? "Repris" : "Location terminée",
        text: (
          <p>
            {journey.returnedOn
              ? `Le matériel est revenu le ${dayLong(next.on)}.`
              : `${booking.isDelivery ? "La reprise était prévue" : "Le retour était prévu"} le ${dayLong(next.on)}.`}{" "}
            {owesRefund ? "Rien d’autre ne reste à faire ici." : "Rien ne reste à faire ici."}
          </p>
        ),
        idle: true,
      }
    case "ended":
      return endedCard(next.how, view, owesRefund)
  }
}

/** The collection may come on the day after the last rented day (D61). */
function underWayText(collectedOn: Day, { booking, today }: OwnerBookingView): string {
  if (collectedOn > today) return `En location jusqu’au ${dayLong(collectedOn)}.`
  if (firstDay(booking) === today) return "En location aujourd’hui."
  return `${booking.isDelivery ? "Reprise" : "Retour au dépôt"} aujourd’hui.`
}

function dateChangeCard({ dateRequest, booking }: OwnerBookingView): Card {
  return {
    title: "Répondre au changement de dates",
    text: (
      <>
        <p>
          Le client demande d’autres dates
          {dateRequest?.productName && ` pour «\u00a0${dateRequest.productName}\u00a0»`}
          {dateRequest && `\u00a0: ${rentalLabel(dateRequest.period)}`}, au lieu{" "}
          {rentalLabel(dateRequest?.periodBefore ?? booking, "after-de")}.
        </p>
        <p className="small soft">Ces jours ne sont pas retenus tant que vous n’avez pas accepté.</p>
      </>
    ),
    acts: (
      <ButtonLink to={bookingPageHref(booking.number, "dates")} aria-haspopup="dialog" preventScrollReset>
        Voir et répondre
      </ButtonLink>
    ),
  }
}

function contractCard(view: OwnerBookingView): Card {
  if (view.contracts.some(({ status }) => status === "prepared") && !view.hasMail) return handOverCard(view)
  if (!view.contractToSend)
    return view.hasMail
      ? {
          title: "Le contrat part tout seul",
          text: <p>Il est établi et envoyé au client dans la minute.</p>,
          idle: true,
        }
      : {
          title: "Le contrat se prépare tout seul",
          text: <p>Il est établi dans la minute.</p>,
          idle: true,
        }
  return {
    title: "Contrat à envoyer",
    text: <p>Aucun contrat n’attend de signature.</p>,
    acts: <ActButton intent="envoyer-contrat" label="Envoyer le contrat" variant="primary" />,
  }
}

/** The time to sign starts when another mail is delivered or the owner hands the contract over (D12). */
function undeliveredCard(view: OwnerBookingView): Card {
  return {
    title: "Contrat à remettre au client",
    text: (
      <p>
        Aucun e-mail n’a pu être délivré&nbsp;: le délai commence avec un nouveau lien, ou quand vous notez l’avoir
        remis.
      </p>
    ),
    acts: (
      <>
        <ActButton intent="renvoyer-contrat" label="Renvoyer le lien" variant="primary" />
        <HandOverForm view={view} />
        <SignLink view={view} />
      </>
    ),
  }
}

/** Submits the version on the page, so a later one that nobody has handed over gets no deadline. */
function HandOverForm({ view: { contracts } }: { view: OwnerBookingView }) {
  const intent = "contrat-remis"
  const sending = useSending({ intent })
  const waiting = contracts.find(({ status }) => status === "prepared" || status === "sent")
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="version" value={waiting?.version} />
      <Button name="intent" value={intent} variant="secondary" size="small" busy={sending}>
        Remis en main propre
      </Button>
    </Form>
  )
}

function handOverCard(view: OwnerBookingView): Card {
  const file = view.contracts.find(({ status }) => status === "prepared" || status === "sent")?.files[0]
  return {
    title: "Contrat à remettre en main propre",
    text: (
      <p>
        {reasonNotMailed(view.booking.client)}&nbsp;: imprimez le contrat, ou faites-le signer sur place. Le délai court
        une fois noté «&nbsp;remis&nbsp;».
      </p>
    ),
    acts: (
      <>
        <SignLink view={view} primary />
        {file && <HandOverForm view={view} />}
        {file && (
          <ButtonLink to={file.href} variant="secondary" size="small" reloadDocument>
            Télécharger le contrat
          </ButtonLink>
        )}
      </>
    ),
  }
}

const endTitles: Record<BookingEndKind, string> = {
  cancelled_by_customer: "Annulée par le client",
  cancelled_by_company: "Annulée par vos soins",
  withdrawn: "Le client s’est rétracté",
  unsigned: "Contrat non signé à temps",
  refused: "Demande refusée",
  expired: "Demande restée sans réponse",
  no_show: "Le client n’est pas venu",
  unpaid: "Fin du contrat pour impayé",
}

function endedCard(
  endKind: BookingEndKind,
  { end, booking, refunds, contracts }: OwnerBookingView,
  owesRefund: boolean,
): Card {
  return {
    title: endTitles[endKind],
    idle: true,
    text: (
      <>
        {end && <p>Le {instantLong(end.at)}. Ses dates sont libres.</p>}
        {end?.reason && <p className="wrap-anywhere">Motif&nbsp;: {end.reason}</p>}
        {end && end.retained > 0 && <p>Gardé&nbsp;: {formatMoney(end.retained)}.</p>}
        {refunds.length > 0 && !owesRefund && (
          <p>
            {refunds.every(({ made }) => made !== null)
              ? "Tout ce qui était à rembourser est noté."
              : "Le remboursement par carte part de lui-même."}
          </p>
        )}
        {booking.restorable && contracts.some(({ status }) => status === "signed") && (
          <p>
            Remise en attente, puis confirmée, elle est à signer de nouveau&nbsp;: le contrat signé a pris fin
            {end && end.retained > 0 && ", et ce qui a été gardé est alors à valoir sur le nouveau prix"}.
          </p>
        )}
      </>
    ),
    acts: booking.restorable && (
      <AnswerForm booking={booking} intent="remettre" label="Remettre en attente" variant="secondary" />
    ),
  }
}

function SignLink({ view, primary = false }: { view: OwnerBookingView; primary?: boolean }) {
  return (
    <ButtonLink
      to={bookingPageHref(view.booking.number, "signer")}
      aria-haspopup="dialog"
      variant={primary ? "primary" : "secondary"}
      size="small"
      preventScrollReset
    >
      Noter une signature
    </ButtonLink>
  )
}

function SheetLink({ view: { booking } }: { view: OwnerBookingView }) {
  return (
    <ButtonLink to={href("/admin/bookings/:id/fiche", { id: booking.id })} variant="secondary" size="small">
      Fiche à imprimer
    </ButtonLink>
  )
}

export function ActButton({
  intent,
  label,
  variant,
}: {
  intent: "envoyer-contrat" | "renvoyer-contrat" | "fermer-liens"
  label: string
  variant: "primary" | "secondary"
}) {
  const sending = useSending({ intent })
  return (
    <Form method="post" preventScrollReset>
      <Button name="intent" value={intent} variant={variant} size="small" busy={sending}>
        {label}
      </Button>
    </Form>
  )
}
