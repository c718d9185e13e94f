import type { ReactNode } from "react"
import { href, Link } from "react-router"
import CalendarPlus from "lucide-react/icons/calendar-plus"
import Quote from "lucide-react/icons/quote"
import { statusLabels } from "../../../../domain/booking/status.ts"
import { siretLabel } from "../../../../domain/printed-numbers.ts"
import { phoneLabel } from "../../../../domain/phone.ts"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { AddressLink } from "../../kit/address-link.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import type { Flash } from "../../kit/flash.ts"
import { QuoteList } from "../../kit/quotes/quote-list.tsx"
import { newQuoteHref } from "../../kit/quotes/quotes-url.ts"
import { screens } from "../../kit/screens.ts"
import { roleLabels } from "../../../../domain/accounts/staff-roles.ts"
import { useBackOfficeRole } from "../../kit/back-office-role.tsx"
import { permissionLabels, stateLabels } from "../people-labels.ts"
import { PersonAccess } from "./access.tsx"
import { EmailSheet, FileSheet } from "./file-sheets.tsx"
import { PersonHistory } from "./history.tsx"
import { PersonNotes } from "./notes.tsx"
import { type PersonAct, PersonActDialog } from "./act-dialog.tsx"
import type { Sharing } from "../../../../server/reports/people/person.ts"
import type { PersonBooking, PersonEdit, PersonView } from "./view.ts"

type PersonScreenProps = {
  person: PersonView
  actToConfirm: PersonAct | null
  editing: PersonEdit | null
  noteKey: string
  flash: Flash | null
  refusal: Refusal | null
}

export function PersonScreen({ person, actToConfirm, editing, noteKey, flash, refusal }: PersonScreenProps) {
  const isAdmin = useBackOfficeRole() === "admin"
  return (
    <>
      <header className="stack gap-2">
        <Link to={href("/admin/users")} className="link-alone small">
          Utilisateurs
        </Link>
        <div className="cluster between">
          <div className="cluster">
            <h1 className="title-page wrap-anywhere">{person.name || person.email}</h1>
            {person.role !== "user" && <Tag tone="busy">{roleLabels[person.role]}</Tag>}
            {person.state === "disabled" && <Tag tone="off">{stateLabels.disabled}</Tag>}
          </div>
          {!person.erased && (
            <div className="cluster">
              <ButtonLink icon={CalendarPlus} to={newBookingHref(person.id)}>
                Nouvelle réservation pour ce client
              </ButtonLink>
              <ButtonLink icon={Quote} variant="secondary" to={newQuoteHref({ reader: person.id })}>
                Faire un devis
              </ButtonLink>
            </div>
          )}
        </div>
      </header>
      <FlashMessage flash={flash ?? failureMessage(refusal)} />
      {editing === "fiche" && <FileSheet person={person} refusal={refusalFor(refusal, "fiche")} />}
      {editing === "email" && <EmailSheet person={person} refusal={refusalFor(refusal, "email")} />}
      {actToConfirm && <PersonActDialog person={person} act={actToConfirm} />}
      <div className="desk-columns">
        <div className="stack gap-5">
          <Bookings bookings={person.bookings} />
          <QuoteList quotes={person.quotes} />
          <Sharings
            title="Comptes qui lui sont ouverts"
            none="Personne ne lui a ouvert son compte."
            sharings={person.received}
          />
          <Sharings
            title="Comptes à qui le sien est ouvert"
            none="Son compte n’est ouvert à personne d’autre."
            sharings={person.granted}
          />
          <PersonHistory id={person.id} events={person.history} />
        </div>
        <div className="stack gap-5">
          <Profile person={person} />
          {!person.erased && (
            <PersonNotes id={person.id} notes={person.notes} noteKey={noteKey} refusal={refusalFor(refusal, "noter")} />
          )}
          {isAdmin && <PersonAccess person={person} />}
        </div>
      </div>
    </>
  )
}

function Profile({ person }: { person: PersonView }) {
  const isAdmin = useBackOfficeRole() === "admin"
  const { email, phone, home, placeName, address, business, createdAt, lastSignInAt } = person
  return (
    <section className="panel stack" aria-labelledby="profil">
      <h2 className="title-card" id="profil">
        Profil
      </h2>
      <dl className="recap-plain">
        {email !== "" && (
          <Fact name="Adresse e-mail">
            <a href={`mailto:${email}`} className="break-all">
              {email}
            </a>
          </Fact>
        )}
        {phone && (
          <Fact name="Téléphone">
            <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>
          </Fact>
        )}
        {home !== "" && (
          <Fact name="Adresse">
            <AddressLink address={home}>{home}</AddressLink>
          </Fact>
        )}
        {address !== "" && (
          <Fact name="Lieu enregistré">
            <AddressLink address={address}>{placeName ? `${placeName}, ${address}` : address}</AddressLink>
          </Fact>
        )}
        <Fact name="Client">{business ? "Professionnel" : "Particulier"}</Fact>
        {business?.name && <Fact name="Entreprise">{business.name}</Fact>}
        {business?.siret && <Fact name="SIRET">{siretLabel(business.siret)}</Fact>}
        {business?.vat && <Fact name="TVA">{business.vat}</Fact>}
        {business?.contactName && <Fact name="Contact">{business.contactName}</Fact>}
        <Fact name="Inscription">{dayMedium(dayInParis(createdAt))}</Fact>
        <Fact name="Dernière connexion">{lastSignInAt ? instantLong(lastSignInAt) : "jamais"}</Fact>
      </dl>
      {!person.erased && (isAdmin || person.role === "user") && (
        <p className="cluster">
          <EditLink edit="fiche">Corriger la fiche</EditLink>
          <EditLink edit="email">Corriger l’adresse e-mail</EditLink>
        </p>
      )}
    </section>
  )
}

function EditLink({ edit, children }: { edit: PersonEdit; children: string }) {
  return (
    <ButtonLink variant="secondary" size="small" to={`?modifier=${edit}`} aria-haspopup="dialog" preventScrollReset>
      {children}
    </ButtonLink>
  )
}

function refusalFor(refusal: Refusal | null, intent: string): Refusal | null {
  return refusal?.values["intent"] === intent ? refusal : null
}

function failureMessage(refusal: Refusal | null): Flash | null {
  return refusal?.errors["form"] ? { kind: "error", title: refusal.errors["form"] } : null
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

const tones = { pending: "pending", confirmed: "ok", refused: "off", cancelled: "off" } as const

function Bookings({ bookings }: { bookings: readonly PersonBooking[] }) {
  return (
    <section className="panel stack gap-2" aria-labelledby="reservations">
      <h2 className="title-card" id="reservations">
        Réservations ({bookings.length})
      </h2>
      {bookings.length === 0 && <p className="soft small">Aucune réservation pour le moment.</p>}
      <ul>
        {bookings.map(({ id, number, status, productName, total, ...booking }) => (
          <li key={id} className="request">
            <div>
              <span className="request-title">
                <Link to={bookingPageHref(number)}>
                  n°&nbsp;{number}, {productName}
                </Link>
                <Tag tone={tones[status]}>{statusLabels[status]}</Tag>
              </span>
              <span className="small soft">{bookedDatesLabel(booking)}</span>
            </div>
            <span className="small">{formatMoney(total)}</span>
          </li>
        ))}
      </ul>
      {bookings.some(({ status }) => status === "pending") && (
        <p>
          <ButtonLink
            variant="secondary"
            size="small"
            to="?confirmer=liberer"
            aria-haspopup="dialog"
            preventScrollReset
          >
            Refuser toutes ses demandes en attente
          </ButtonLink>
        </p>
      )}
    </section>
  )
}

function Sharings({ title, none, sharings }: { title: string; none: string; sharings: readonly Sharing[] }) {
  return (
    <section className="panel stack gap-2" aria-label={title}>
      <h2 className="title-card">{title}</h2>
      {sharings.length === 0 && <p className="soft small">{none}</p>}
      <ul className="stack gap-2">
        {sharings.map(({ id, personId, name, email, permissions }) => (
          <li key={id} className="small">
            <Link to={href("/admin/users/:id", { id: personId })}>{name || email}</Link>
            <span className="soft">
              , peut {permissions.map((permission) => permissionLabels[permission]).join(" et ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function newBookingHref(customer: string): string {
  return `${screens.newBooking.to}?${new URLSearchParams({ client: customer })}`
}
