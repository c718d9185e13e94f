import { Link, href, useNavigation } from "react-router"
import { type BookingStatus, statusLabels } from "../../../domain/booking/status.ts"
import type { Day } from "../../../domain/day.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { distanceEnteredLabel } from "../../../domain/delivery/delivery-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import Download from "lucide-react/icons/download"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Photo } from "../../ui/photo.tsx"
import { Tag } from "../../ui/tag.tsx"
import { NewsletterForm } from "../kit/newsletter-form.tsx"
import { nothingYet } from "../../kit/nothing-yet.ts"

export type AccountBooking = {
  id: string
  number: number
  status: BookingStatus
  dates: Day[]
  productName: string
  total: number
  /** Round trip in km, and what the total was before the owner entered it; null when the address was placed. */
  distance: number
  totalBefore: number | null
  /** A version of its contract is there to be read. */
  hasContract: boolean
}

type AccountOverviewProps = {
  person: { name: string; email: string; phone: string | null }
  security: { hasSecondFactor: boolean; openSessions: number }
  bookings: AccountBooking[]
  /** What the form that proposes the news needs; null where it is not proposed. */
  news: { email: string; stamp: string } | null
}

/** Who is signed in, and their bookings, newest first. */
export function AccountOverview({ person, security, bookings, news }: AccountOverviewProps) {
  return (
    <div className="page wizard-page">
      <h1 className="title-page">Mon compte</h1>
      <div className="with-aside">
        <section aria-labelledby="bookings-title" className="stack">
          <h2 className="title-section" id="bookings-title">
            Mes réservations
          </h2>
          {bookings.length === 0 ? (
            <NoBooking />
          ) : (
            <ul className="stack">
              {bookings.map((booking) => (
                <BookingCard key={booking.id} {...booking} />
              ))}
            </ul>
          )}
        </section>
        <div className="stack gap-6">
          <Person {...person} />
          <Security {...security} />
          {news && <News {...news} />}
        </div>
      </div>
    </div>
  )
}

function Person({ name, email, phone }: AccountOverviewProps["person"]) {
  return (
    <aside aria-labelledby="person-title" className="panel stack">
      <h2 className="title-card" id="person-title">
        Mes informations
      </h2>
      <dl className="recap-plain">
        <div>
          <dt>Nom</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Adresse e-mail</dt>
          <dd>{email}</dd>
        </div>
        {phone && (
          <div>
            <dt>Téléphone</dt>
            <dd>{phone}</dd>
          </div>
        )}
      </dl>
      <p className="small soft">Pour modifier ces informations, écrivez-nous.</p>
      <ButtonLink to={href("/contact")} variant="secondary" size="small">
        Nous contacter
      </ButtonLink>
    </aside>
  )
}

/** What keeps the account to oneself, each on its page. */
function Security({ hasSecondFactor, openSessions }: AccountOverviewProps["security"]) {
  return (
    <section aria-labelledby="security-title" className="panel stack">
      <h2 className="title-card" id="security-title">
        Connexion
      </h2>
      <dl className="recap-plain">
        <div>
          <dt>Mot de passe</dt>
          <dd>
            <Link to={href("/mot-de-passe")}>Changer de mot de passe</Link>
          </dd>
        </div>
        <div>
          <dt>Double authentification</dt>
          <dd>
            {hasSecondFactor ? "Activée" : "Désactivée"}.{" "}
            <Link to={href("/double-authentification")}>{hasSecondFactor ? "Gérer" : "Activer"}</Link>
          </dd>
        </div>
        <div>
          <dt>Appareils connectés</dt>
          <dd>
            {openSessions === 1 ? "Celui-ci seulement" : openSessions}.{" "}
            <Link to={href("/appareils")}>Voir les appareils</Link>
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** Posts to the page of the news, which answers. */
function News({ email, stamp }: { email: string; stamp: string }) {
  const { state, formAction } = useNavigation()
  return (
    <section aria-labelledby="news-title" className="panel stack">
      <h2 className="title-card" id="news-title">
        Nouveautés
      </h2>
      <p className="small soft">Un mail quand une machine arrive au catalogue, quelques fois par an.</p>
      <NewsletterForm email={email} stamp={stamp} busy={state !== "idle" && formAction === href("/newsletter")} />
      <p className="small soft">
        Proposé parce que vous l’avez accepté. <Link to={`${href("/legal/cookies")}#preferences`}>Changer d’avis</Link>
      </p>
    </section>
  )
}

function BookingCard(booking: AccountBooking) {
  const { number, status, dates, productName, total, totalBefore, distance, hasContract } = booking
  const entered = distanceEnteredLabel(totalBefore === null ? null : { totalBefore, total, distanceKm: distance })
  const of = { number: String(number) }
  return (
    <li className="panel stack gap-2">
      <div className="cluster between">
        <h3 className="title-card">
          <Link to={href("/account/bookings/:number", of)} className="link-alone">
            {productName}
          </Link>
        </h3>
        <StatusTag status={status} />
      </div>
      <p className="small soft">
        Réservation n° {number}. {daysLong(dates)}. {formatMoney(total)}
      </p>
      {entered && <p className="small">{entered}</p>}
      <p className="cluster">
        <ButtonLink to={href("/account/bookings/:number", of)} variant="secondary" size="small">
          Voir la réservation
          <span className="sr-only"> n° {number}</span>
        </ButtonLink>
        {status === "confirmed" && hasContract && (
          <a
            className="button button-quiet button-small"
            href={href("/account/bookings/:number/contrat.txt", of)}
            download
          >
            <Icon of={Download} size="small" />
            Télécharger le contrat
            <span className="sr-only"> de la réservation n° {number}</span>
          </a>
        )}
      </p>
    </li>
  )
}

const tones = { pending: "pending", confirmed: "ok", refused: "off", cancelled: "off" } as const

function StatusTag({ status }: { status: BookingStatus }) {
  return <Tag tone={tones[status]}>{statusLabels[status]}</Tag>
}

function NoBooking() {
  return (
    <EmptyState
      headingLevel={3}
      title="Aucune réservation pour le moment"
      picture={<Photo image={nothingYet} sizes="26rem" />}
      action={<ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>}
    >
      Votre première demande s’affichera ici, avec ses dates, son prix et son état.
    </EmptyState>
  )
}
