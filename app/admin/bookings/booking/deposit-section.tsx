import type { ReactNode } from "react"
import { Form, href } from "react-router"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { OBSERVATION_HOURS, depositMeansLabels } from "../../../../domain/finance/deposit.ts"
import type { AnnouncedRetention, DepositState, DepositView } from "../../../../domain/finance/deposit-state.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { fieldState } from "../../kit/booking/field-state.ts"
import { type BookingDialogName, bookingPageHref } from "../../kit/booking/booking-url.ts"
import { useSending } from "../../kit/use-sending.ts"
import type { OwnerBookingView } from "./view.ts"

export function DepositSection({ view, refusal }: { view: OwnerBookingView; refusal: Refusal | null }) {
  const { deposit, booking, now, today, hasMail } = view
  if (!deposit) return null
  const { amount, state, announced } = deposit
  const { label, tone } = isReturnedByHand(deposit) ? returnedTag : tags[state.kind]
  return (
    <section className="panel stack" aria-labelledby="caution">
      <div className="cluster between">
        <h2 className="title-block" id="caution">
          Caution de {formatMoney(amount)}
        </h2>
        <Tag tone={tone}>{label}</Tag>
      </div>
      <p className="small wrap-anywhere">{depositText(deposit, hasMail)}</p>
      {announced && (
        <RetentionAnnouncement
          announced={announced}
          handOver={<HandOverForm announced={announced} today={today} hasMail={hasMail} refusal={refusal} />}
          byCard={deposit.means === "card"}
          report={
            deposit.reportId &&
            href("/admin/bookings/:number/etats-des-lieux/:report/pdf", {
              number: String(booking.number),
              report: deposit.reportId,
            })
          }
        />
      )}
      <Acts deposit={deposit} number={booking.number} now={now} today={today} hasMail={hasMail} />
    </section>
  )
}

const tags: Record<DepositState["kind"], { label: string; tone: "ok" | "pending" | "late" | "off" | "neutral" }> = {
  awaited: { label: "Attendue", tone: "pending" },
  saved: { label: "Carte enregistrée", tone: "pending" },
  held: { label: "Autorisée", tone: "ok" },
  refused: { label: "Refusée par la banque", tone: "late" },
  "in-hand": { label: "Reçue", tone: "ok" },
  deciding: { label: "En cours", tone: "pending" },
  released: { label: "Levée", tone: "off" },
  kept: { label: "Gardée", tone: "off" },
  "not-taken": { label: "Non débitée", tone: "late" },
}

const returnedTag = { label: "Rendue", tone: "off" } as const

/** Cheque or transfer: there is no bank authorisation to lift. */
function isReturnedByHand({ state, means }: DepositView): boolean {
  return state.kind === "released" && (means === "cheque" || means === "transfer")
}

function depositText(
  { state, holdOn, releaseBy, means, goesOn, holdDue, announced }: DepositView,
  hasMail: boolean,
): string {
  const linkText = hasMail ? "un lien lui est écrit." : "aucun e-mail ne lui est envoyé, prévenez-le."
  switch (state.kind) {
    case "awaited":
      if (!goesOn) return "Rien n’a été reçu, et la réservation a pris fin."
      if (holdDue) return "Rien reçu. La carte est autorisée dès que le client l’enregistre."
      return hasMail
        ? `Rien reçu. La carte est demandée une semaine avant, et autorisée à partir du ${dayMedium(holdOn)}.`
        : "Rien reçu. Aucun e-mail n’est envoyé à ce client\u00a0: il ne reçoit pas de lien."
    case "saved":
      if (!goesOn) return `${state.card}, sur laquelle rien n’est autorisé\u00a0: la réservation a pris fin.`
      if (holdDue) return `${state.card}\u00a0: l’autorisation est demandée à la banque.`
      return `${state.card}, autorisée d’elle-même à partir du ${dayMedium(holdOn)}.`
    case "held":
      return `${state.card}, jusqu’au ${instantLong(state.until)}\u00a0; renouvelée d’elle-même tant que rien n’est décidé${announced ? "" : `, et levée le ${dayMedium(releaseBy)} si aucune retenue n’est annoncée`}.`
    case "refused":
      return state.authentication
        ? `${state.card}\u00a0: la banque veut que le client confirme lui-même\u00a0; ${linkText}`
        : `${state.card}\u00a0: la banque a dit non. Il faut une autre carte du client\u00a0; ${linkText}`
    case "in-hand":
      return `Par ${depositMeansLabels[state.means]}, reçue le ${dayMedium(state.receivedOn)}. À rendre au plus tard le ${dayMedium(releaseBy)}.`
    case "deciding":
      return state.retained > 0
        ? `Le débit de ${formatMoney(state.retained)} et la levée du reste sont demandés à la banque.`
        : "La levée est demandée à la banque."
    case "released":
      return means === null ? "Vous y avez renoncé, ou son temps est passé." : `Le ${dayMedium(dayInParis(state.at))}.`
    case "kept":
      return `${formatMoney(state.amount)} gardés le ${dayMedium(dayInParis(state.at))}${means === "card" ? ", le reste levé" : ""}.${state.reason ? ` ${state.reason}` : ""}`
    case "not-taken":
      return `${formatMoney(state.amount)} n’ont pas pu être débités\u00a0: l’autorisation avait pris fin, ou la banque a refusé.${state.isAcknowledged ? " Réglé autrement." : ""}`
  }
}

function RetentionAnnouncement({
  announced,
  handOver,
  byCard,
  report,
}: {
  announced: AnnouncedRetention
  handOver: ReactNode
  byCard: boolean
  report: string | null
}) {
  const { amount, reason, at, toldAt, answer, answeredAt, opensAt, endsAt } = announced
  return (
    <div className="small stack gap-2">
      <p className="wrap-anywhere">
        <b>
          {toldAt || answeredAt ? "Retenue annoncée" : "Retenue à annoncer au client"}&nbsp;: {formatMoney(amount)}
        </b>
        , le {instantLong(at)}. {reason}
      </p>
      {answer && answeredAt ? (
        <p className="whitespace-pre-line wrap-anywhere">
          Réponse du client, le {instantLong(answeredAt)}&nbsp;: «&nbsp;{answer}&nbsp;»
        </p>
      ) : opensAt ? (
        <p className="soft">Sans réponse, vous décidez à partir du {instantLong(opensAt)}.</p>
      ) : (
        handOver
      )}
      {byCard && <p className="soft">Sans décision le {instantLong(endsAt)}, la carte est libérée entièrement.</p>}
      {report && (
        <p>
          <a href={report} download>
            État des lieux de retour (PDF)
          </a>
        </p>
      )}
    </div>
  )
}

type HandOverProps = { announced: AnnouncedRetention; refusal: Refusal | null } & Pick<
  OwnerBookingView,
  "today" | "hasMail"
>

/** No mail was delivered, so the customer's time to answer starts when the owner hands the notice over (D78). */
function HandOverForm({ announced: { amount, at }, today, hasMail, refusal }: HandOverProps) {
  const isHandingOver = useSending({ intent: "caution-prevenu" })
  const day = fieldState(refusal, "caution-prevenu", "le")
  return (
    <Form method="post" className="stack gap-2" preventScrollReset noValidate>
      <p>
        <b>
          {hasMail ? "L’e-mail n’est pas délivré" : "Aucun e-mail n’est envoyé à ce client"}&nbsp;: aucun délai ne
          court.
        </b>{" "}
        Remettez-lui le montant et le motif par écrit. Il a ensuite {OBSERVATION_HOURS} heures pour répondre.
      </p>
      <RequiredNote one />
      <input type="hidden" name="montant" value={amount} />
      <TextField
        id="remis-le"
        label="Remis le"
        name="le"
        type="date"
        min={dayInParis(at)}
        max={today}
        className="max-w-72"
        defaultValue={day.value ?? today}
        error={day.error}
      />
      <div>
        <Button name="intent" value="caution-prevenu" variant="secondary" size="small" busy={isHandingOver}>
          Remis en main propre
        </Button>
      </div>
    </Form>
  )
}

function Acts({
  deposit,
  number,
  now,
  today,
  hasMail,
}: { deposit: DepositView; number: number } & Pick<OwnerBookingView, "now" | "today" | "hasMail">) {
  const isRequesting = useSending({ intent: "caution-demander" })
  const isSettling = useSending({ intent: "caution-reglee" })
  const { state, open, announced, returnOn } = deposit
  const link = (dialog: BookingDialogName, label: string) => (
    <ButtonLink to={bookingPageHref(number, dialog)} variant="secondary" size="small" preventScrollReset>
      {label}
    </ButtonLink>
  )
  if (state.kind === "not-taken" && !state.isAcknowledged)
    return (
      <Form method="post" preventScrollReset>
        <Button name="intent" value="caution-reglee" variant="secondary" size="small" busy={isSettling}>
          C’est réglé autrement
        </Button>
      </Form>
    )
  if (!open) return null
  const isSecured = state.kind === "held" || state.kind === "in-hand"
  const isAwaited = state.kind === "awaited" || state.kind === "refused"
  return (
    <div className="cluster">
      {announced &&
        isSecured &&
        announced.opensAt !== null &&
        announced.opensAt <= now &&
        link("caution-garder", `Garder ${formatMoney(announced.amount)}`)}
      {link(
        "caution-lever",
        isSecured
          ? state.kind === "in-hand"
            ? "Noter qu’elle est rendue"
            : "Lever la caution"
          : "Renoncer à la caution",
      )}
      {isSecured &&
        today >= returnOn &&
        link("caution-retenir", announced ? "Changer la retenue" : "Annoncer une retenue")}
      {state.kind !== "in-hand" && link("caution-recue", "Noter un chèque ou un virement")}
      {isAwaited && hasMail && (
        <Form method="post" preventScrollReset>
          <Button name="intent" value="caution-demander" variant="secondary" size="small" busy={isRequesting}>
            Envoyer le lien par e-mail
          </Button>
        </Form>
      )}
    </div>
  )
}
