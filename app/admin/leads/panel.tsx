import { Link, href } from "react-router"
import { addressLine } from "../../../domain/booking/booking.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import { dayInParis } from "../../../domain/day.ts"
import { withElision } from "../../../domain/elision.ts"
import { leadKindLabels, leadStateLabels, lostReasons, waysToUs } from "../../../domain/leads/lead.ts"
import { formatMoney } from "../../../domain/money.ts"
import { lineAmountLabel, lineLabel } from "../../../domain/pricing/price-labels.ts"
import { namesOfRentals, periodOfRentals, rentalLabel } from "../../../domain/rental/rental.ts"
import { phoneLabel } from "../../../domain/phone.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import type { ListedQuote } from "../../../server/quotes/list-quotes.ts"
import type { Lead } from "../../../server/leads/list-leads.ts"
import type { ShownRow } from "../../../domain/booking/shown-price.ts"
import { telephoneHref } from "../../kit/contact-links.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { ReceiptLines } from "../../ui/receipt.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { bookingPageHref } from "../kit/booking/booking-url.ts"
import { EditForm } from "../kit/edit-form.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../kit/edit-refusal.ts"
import { EventFacts } from "../kit/event-facts.tsx"
import type { Flash } from "../kit/flash.ts"
import { QuoteList } from "../kit/quotes/quote-list.tsx"
import { newQuoteHref } from "../kit/quotes/quotes-url.ts"
import { leadsList } from "./url.ts"

type LeadPanelProps = {
  lead: Lead
  quotes: readonly ListedQuote[]
  now: Date
  flash: Flash | null
  refusal: EditRefusal | null
}

export function LeadPanel({ lead: row, quotes, now, flash, refusal: answer }: LeadPanelProps) {
  const { lead, person, email, phone, message, products, price } = row
  const refusal = refusalFor(answer, "enregistrer")
  return (
    <section className="panel stack gap-5" aria-label={`Demande ${withElision(person)}`}>
      <div className="stack gap-1">
        <h2 className="title-card wrap-anywhere">{person}</h2>
        <p className="small soft wrap-anywhere">
          {leadKindLabels[lead.kind]}, {agoLabel(lead.createdAt, now)}
          {email && (
            <>
              , <a href={`mailto:${email}`}>{email}</a>
            </>
          )}
          {phone && (
            <>
              , <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>
            </>
          )}
        </p>
      </div>
      {message && (
        <>
          <p className="whitespace-pre-wrap wrap-anywhere line-clamp-6">{message.message}</p>
          <EventFacts {...message} />
        </>
      )}
      {price && <ShownPrice price={price} now={now} />}
      {products && <p className="wrap-anywhere">A choisi&nbsp;: {products}.</p>}
      {lead.campaign && <p className="small soft wrap-anywhere">Venu par le lien «&nbsp;{lead.campaign}&nbsp;».</p>}
      <p className="cluster">
        {row.bookingNumber !== null && (
          <ButtonLink size="small" to={bookingPageHref(row.bookingNumber)}>
            Voir la réservation
          </ButtonLink>
        )}
        {message && (
          <ButtonLink
            variant="secondary"
            size="small"
            to={`${href("/admin/messages")}?${new URLSearchParams({ ...(message.status !== "new" && { etat: message.status }), message: message.id })}`}
          >
            Lire le message
          </ButtonLink>
        )}
        {lead.userId && (
          <ButtonLink variant="secondary" size="small" to={href("/admin/users/:id", { id: lead.userId })}>
            Voir le client
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" size="small" to={newQuoteHref({ lead: lead.id })}>
          Faire un devis
        </ButtonLink>
        <ButtonLink
          variant="secondary"
          size="small"
          to={`${href("/admin/bookings/nouvelle")}?${newBookingParams(row)}`}
        >
          Nouvelle réservation
        </ButtonLink>
      </p>
      <QuoteList quotes={quotes} />
      <EditForm
        draft={`lead:${lead.id}`}
        label="Suivi"
        version={lead.updatedAt.toISOString()}
        hidden={{ id: lead.id }}
        flash={flash}
        refusal={refusal}
        aside={
          lead.kind === "call" && (
            <Link className="small" to={`${leadsList.path}?demande=${lead.id}&supprimer=${lead.id}`} preventScrollReset>
              Supprimer
            </Link>
          )
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="État"
            options={toOptions(leadStateLabels)}
            {...fieldProps(refusal, "state", lead.state)}
          />
          <SelectField
            label="Pourquoi perdu"
            optional
            placeholder="Non perdu"
            options={toOptions(lostReasons)}
            {...fieldProps(refusal, "lostReason", lead.lostReason)}
          />
          <TextField label="À faire" optional maxLength={200} {...fieldProps(refusal, "nextStep", lead.nextStep)} />
          <TextField label="Le" type="date" optional {...fieldProps(refusal, "nextStepOn", lead.nextStepOn ?? "")} />
        </div>
        <SelectField
          label="Nous a connus"
          optional
          placeholder="Non dit"
          options={toOptions(waysToUs)}
          {...fieldProps(refusal, "heardFrom", lead.heardFrom || (row.heardFromBefore ?? ""))}
        />
        <TextArea label="Note" optional rows={4} maxLength={2000} {...fieldProps(refusal, "note", lead.note)} />
      </EditForm>
    </section>
  )
}

export function shownRowLabel({ rentals, total }: ShownRow): string {
  return `${namesOfRentals(rentals)}, ${rentalLabel(periodOfRentals(rentals))}, ${formatMoney(total)}`
}

function ShownPrice({ price: { rows, honouredUntil }, now }: { price: NonNullable<Lead["price"]>; now: Date }) {
  return (
    <div className="stack gap-3">
      {rows.map((row, index) => (
        <div key={index} className="stack gap-1">
          <p className="wrap-anywhere">
            <b>{shownRowLabel(row)}</b>
          </p>
          <ReceiptLines
            lines={row.priceLines.lines.map((line) => ({ ...lineLabel(line), amount: lineAmountLabel(line, false) }))}
          />
          <p className="small soft wrap-anywhere">{row.isDelivery ? addressLine(row.address) : "Retrait au dépôt"}</p>
        </div>
      ))}
      <p className="small soft">
        Prix {honouredUntil > now ? "tenu" : "qui était tenu"} jusqu’au {dayLong(dayInParis(honouredUntil))}.
      </p>
    </div>
  )
}

/** The telephone form knows a customer by id, and looks for anybody else. */
function newBookingParams({ lead, email, person }: Lead): URLSearchParams {
  return new URLSearchParams(lead.userId ? { client: lead.userId } : { q: email || person })
}

export function CallForm({
  id,
  flash,
  refusal: answer,
}: {
  id: string
  flash: Flash | null
  refusal: EditRefusal | null
}) {
  const refusal = refusalFor(answer, "appel")
  return (
    <section className="panel stack gap-5" aria-labelledby="appel">
      <h2 className="title-card" id="appel">
        Noter un appel
      </h2>
      <EditForm
        draft="lead:call"
        intent="appel"
        label="Appel"
        version=""
        hidden={{ id: refusal?.values["id"] ?? id }}
        flash={flash}
        refusal={refusal}
        saveLabel="Noter l’appel"
        aside={
          <Link className="small" to={leadsList.path}>
            Fermer
          </Link>
        }
      >
        <TextField label="Nom" maxLength={120} {...fieldProps(refusal, "name", "")} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Téléphone" type="tel" optional maxLength={30} {...fieldProps(refusal, "phone", "")} />
          <TextField
            label="Adresse e-mail"
            type="email"
            optional
            maxLength={254}
            {...fieldProps(refusal, "email", "")}
          />
        </div>
        <TextArea
          label="Note"
          optional
          rows={4}
          maxLength={2000}
          hint="Une date, un lieu, une question."
          {...fieldProps(refusal, "note", "")}
        />
      </EditForm>
    </section>
  )
}

function toOptions(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
