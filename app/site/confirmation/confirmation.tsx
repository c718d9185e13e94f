import Check from "lucide-react/icons/check"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import FileSignature from "lucide-react/icons/file-pen-line"
import Phone from "lucide-react/icons/phone"
import UserRound from "lucide-react/icons/user-round"
import { Form, Link, href } from "react-router"
import { type BookingSummary, parseSummary } from "../../../domain/booking/summary.ts"
import { CURRENT_BOOKING_KEY } from "../../../isomorphic/current-booking.ts"
import { type BookingStatus, occupiesDays, statusLabels } from "../../../domain/booking/status.ts"
import { formatMoney } from "../../../domain/money.ts"
import { waysToUs } from "../../../domain/leads/lead.ts"
import type { Refusal } from "../../http/refusal.ts"
import { CampaignField } from "../../kit/campaign-field.tsx"
import { Button } from "../../ui/button.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FilmTimeline, type Frame } from "../../ui/film-timeline.tsx"
import { Receipt } from "../../ui/receipt.tsx"
import { InstantSteps, type InstantNext, instantLead } from "./instant-steps.tsx"
import { useScrollToTop } from "../kit/use-scroll-to-top.ts"
import { useEffect, useState } from "react"
import { BookedProduct, BookedPrice } from "./booked-product.tsx"

const answers: Record<BookingStatus, { title: string; lead: string }> = {
  pending: { title: "Votre demande est envoyée", lead: "Nous vous gardons cette date en attendant de vous répondre." },
  confirmed: { title: "Votre réservation est confirmée", lead: "Vos dates sont à vous." },
  refused: { title: "Votre demande n’a pas été acceptée", lead: "Vos dates ne sont plus gardées." },
  cancelled: { title: "Votre réservation est annulée", lead: "Vos dates ne sont plus gardées." },
}

type ConfirmationProps = {
  booking: BookingSummary | null
  signedIn: boolean
  /** null when acting for another account. */
  mailTo: string | null
  canMail: boolean
  /** null until the owner has entered it. */
  warehouse: string | null
  /** null unless the system confirmed it at once (D67). */
  instant: InstantNext | null
  asksWayToUs: boolean
  refusal?: Refusal | null
}

export function BookingConfirmation({
  booking,
  signedIn,
  mailTo,
  canMail,
  warehouse,
  instant,
  asksWayToUs,
  refusal = null,
}: ConfirmationProps) {
  const visibleBooking = useStoredBooking(booking, signedIn)
  useScrollToTop()
  if (!visibleBooking) return <NoBooking />
  const all = [visibleBooking, ...(visibleBooking.together ?? [])]
  const { title, lead } = instant ? { title: "C’est réservé", lead: instantLead(instant) } : commonAnswer(all)
  // An active booking decides the next steps, even when others of the order were refused.
  const activeBooking = all.find(({ status }) => status === "pending") ?? all.find(({ status }) => occupiesDays(status))
  const links = (
    <p className="cluster">
      {all.length > 1 ? (
        <ButtonLink to={href("/account")}>Voir mes réservations</ButtonLink>
      ) : (
        <ButtonLink
          to={href("/account/bookings/:number", { number: String(visibleBooking.number) })}
          {...(instant && instant.kind !== "done" && { variant: "secondary" as const })}
        >
          Voir ma réservation
        </ButtonLink>
      )}
      <ButtonLink to={href("/")} variant="secondary">
        Retour à l'accueil
      </ButtonLink>
    </p>
  )
  return (
    <div className="page wizard-page">
      <header className="stack">
        <p className="small soft">
          {all.length > 1 ? "Demandes" : instant ? "Réservation" : "Demande"}{" "}
          {all.map(({ number }) => `n°\u00a0${number}`).join(", ")}
        </p>
        <h1 className="title-page">{title}</h1>
        <p className="lead soft">{lead}</p>
        {mailTo && activeBooking && (canMail || !instant) && (
          <p className="soft">
            {canMail ? (
              <>
                Nous vous écrivons à <strong className="[overflow-wrap:anywhere]">{mailTo}</strong>.
              </>
            ) : (
              <>
                Vous trouverez notre réponse dans <Link to={href("/account")}>votre compte</Link>.
              </>
            )}
          </p>
        )}
      </header>
      <div className="with-aside">
        <div className="stack gap-6">
          <section aria-labelledby="next-title" className="stack">
            <h2 className="title-section" id="next-title">
              Et maintenant
            </h2>
            {instant && <InstantSteps next={instant} number={visibleBooking.number} />}
            {!instant && (activeBooking ? <NextSteps status={activeBooking.status} /> : <StartAgain />)}
            {activeBooking && links}
          </section>
          {asksWayToUs && <WayToUsQuestion refusal={refusal} />}
          {all.map((booking) => (
            <BookedProduct key={booking.id} booking={booking} warehouse={warehouse} isOneOfSeveral={all.length > 1} />
          ))}
        </div>
        <aside aria-label="Prix" className="stack">
          {all.length > 1 && <OrderTotal bookings={all} />}
          {all.map((booking) => (
            <BookedPrice
              key={booking.id}
              booking={booking}
              title={all.length > 1 ? booking.product.name : "Votre prix"}
            />
          ))}
        </aside>
      </div>
      {!activeBooking && links}
    </div>
  )
}

function WayToUsQuestion({ refusal }: { refusal: Refusal | null }) {
  return (
    <Form method="post" className="panel stack" preventScrollReset>
      <SelectField
        id="heardFrom"
        name="heardFrom"
        label="Comment nous avez-vous connus&nbsp;?"
        optional
        placeholder="À choisir"
        options={Object.entries(waysToUs).map(([value, label]) => ({ value, label }))}
        error={refusal?.errors["heardFrom"] ?? refusal?.errors["form"]}
      />
      <CampaignField />
      <div>
        <Button variant="secondary">Envoyer</Button>
      </div>
    </Form>
  )
}

function commonAnswer(bookings: readonly BookingSummary[]): { title: string; lead: string } {
  const [first, ...others] = bookings
  if (first && others.every(({ status }) => status === first.status)) return answers[first.status]
  return { title: "Votre demande a des réponses", lead: "Voyez-les ci-dessous." }
}

function OrderTotal({ bookings }: { bookings: readonly BookingSummary[] }) {
  const activeBookings = bookings.filter(({ status }) => occupiesDays(status))
  return (
    <Receipt
      title="Votre demande"
      subtitle={`${bookings.length} locations`}
      lines={bookings.map(({ number, product, status, total }) => ({
        label: product.name,
        detail: `n°\u00a0${number}`,
        amount: occupiesDays(status) ? formatMoney(total) : statusLabels[status].toLowerCase(),
      }))}
      totalLabel={useTotalLabel()}
      total={formatMoney(activeBookings.reduce((sum, { total }) => sum + total, 0))}
    />
  )
}

function NextSteps({ status }: { status: BookingStatus }) {
  const confirmed = status === "confirmed"
  const frames: Frame[] = [
    { title: "Demande envoyée", state: "done", icon: Check },
    {
      title: "Nous vous contactons sous 24\u00a0h",
      text: "Par téléphone ou par e-mail.",
      state: confirmed ? "done" : "now",
      icon: Phone,
    },
    {
      title: "Un contrat à signer électroniquement",
      text: confirmed ? "Nous vous l’envoyons." : "Dès que votre réservation est confirmée.",
      state: confirmed ? "now" : "next",
      icon: FileSignature,
    },
    {
      title: "Votre espace client après la signature",
      text: "Réservations, contrats, paiements.",
      state: "next",
      icon: UserRound,
    },
  ]
  return <FilmTimeline label="Les étapes de votre demande" frames={frames} />
}

function StartAgain() {
  return (
    <>
      <p>Une autre date ou un autre photobooth vous irait&nbsp;?</p>
      <p className="cluster">
        <ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>
        <ButtonLink to={href("/contact")} variant="secondary">
          Nous contacter
        </ButtonLink>
      </p>
    </>
  )
}

function NoBooking() {
  return (
    <div className="page section">
      <EmptyState
        title="Votre réservation"
        headingLevel={1}
        action={<ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>}
      >
        Aucune réservation en cours. Veuillez recommencer le processus de réservation.
      </EmptyState>
    </div>
  )
}

/** Only a page opened while signed out uses the browser's copy; others use the server's booking. */
function useStoredBooking(booking: BookingSummary | null, signedIn: boolean): BookingSummary | null {
  const [openedSignedOut] = useState(!signedIn)
  const [stored, setStored] = useState<BookingSummary | null>(null)
  useEffect(() => {
    try {
      if (booking) sessionStorage.setItem(CURRENT_BOOKING_KEY, JSON.stringify(booking))
      setStored(openedSignedOut && !signedIn ? parseSummary(sessionStorage.getItem(CURRENT_BOOKING_KEY)) : null)
    } catch {
      // Storage can be forbidden: the page then shows the server's booking.
    }
  }, [booking, signedIn, openedSignedOut])
  return signedIn ? booking : stored
}
