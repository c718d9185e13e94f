import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import Pencil from "lucide-react/icons/pencil"
import Plus from "lucide-react/icons/plus"
import Send from "lucide-react/icons/send"
import { placeLine } from "../../../../domain/booking/booking.ts"
import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { lineAmountLabel, lineLabel } from "../../../../domain/pricing/price-labels.ts"
import { sumOfLines } from "../../../../domain/pricing/price.ts"
import { phoneLabel } from "../../../../domain/printed-numbers.ts"
import { tickedLines } from "../../../../domain/quotes/extras.ts"
import { canBecome, declineReasonLabels } from "../../../../domain/quotes/state.ts"
import { validityLabel } from "../../../../domain/quotes/validity.ts"
import { datesOrHoursLabel, withPlanName } from "../../../../domain/rental/rental-times.ts"
import type { OwnerQuote } from "../../../../server/quotes/quote-page.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { useTotalLabel } from "../../../kit/vat-mode.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { ReceiptLines } from "../../../ui/receipt.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { FollowUpTag, QuoteStateTag } from "../../kit/quotes/quote-state-tag.tsx"
import { NEW_RENTAL, editQuoteHref, newQuoteHref, quoteHref } from "../../kit/quotes/quotes-url.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"

type Version = OwnerQuote["versions"][number]
type QuoteScreenProps = { owned: OwnerQuote; isWithdrawing: boolean; flash: Flash | null }

export function QuoteScreen({ owned, isWithdrawing, flash }: QuoteScreenProps) {
  const { quote, state, followUp, reader, versions } = owned
  const [newest] = versions
  if (!newest) return null
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">Devis {quote.number}</h1>
        <p className="cluster">
          <span className="wrap-anywhere">
            {reader.name}, {newest.row.productName}
          </span>
          <QuoteStateTag state={state} />
          <FollowUpTag followUp={followUp} />
        </p>
      </header>
      <FlashMessage flash={flash} />
      {isWithdrawing && canBecome(state, "withdrawn") && <WithdrawSheet number={quote.number} />}
      <ReceivedOrder owned={owned} />
      <ChangeRequest owned={owned} />
      <div className="desk-columns">
        <div className="stack gap-5">
          <Content version={newest} number={quote.number} />
          <Versions versions={versions} />
        </div>
        <div className="order-end">
          <Price version={newest} />
          <NextStep owned={owned} version={newest} />
          <Facts owned={owned} version={newest} />
        </div>
      </div>
    </>
  )
}

function ReceivedOrder({ owned: { quote, followUp } }: { owned: OwnerQuote }) {
  if (followUp !== "order-received" || quote.orderReceivedAt === null) return null
  return (
    <Notice tone="warning" title={`Bon de commande reçu le ${instantLong(quote.orderReceivedAt)}`}>
      <div className="stack gap-3">
        <p>
          Il n’engage personne. Répondez au client&nbsp;: il peut accepter ce devis en ligne, ou recevoir une nouvelle
          version.
        </p>
        <p>
          <OrderLink number={quote.number} />
        </p>
      </div>
    </Notice>
  )
}

function OrderLink({ number }: { number: string }) {
  return (
    <a href={href("/admin/devis/:number/bon-de-commande", { number })} download>
      Télécharger le bon de commande
    </a>
  )
}

function ChangeRequest({ owned: { quote, state, versions } }: { owned: OwnerQuote }) {
  const hasDraft = versions[0]?.sentAt === null
  if (quote.changeRequestedAt === null || !canBecome(state, "sent")) return null
  return (
    <Notice tone="warning" title={`Changement demandé le ${instantLong(quote.changeRequestedAt)}`}>
      <div className="stack gap-3">
        <p className="whitespace-pre-wrap wrap-anywhere">{quote.changeWords}</p>
        {hasDraft ? (
          <p>La version préparée ci-dessous y répond dès qu’elle est envoyée.</p>
        ) : (
          <NewVersionButton label="Répondre par une nouvelle version" />
        )}
      </div>
    </Notice>
  )
}

function NewVersionButton({ label, isPrimary = false }: { label: string; isPrimary?: boolean }) {
  const sending = useSending({ intent: "nouvelle-version" })
  return (
    <Form method="post">
      <Button name="intent" value="nouvelle-version" variant={isPrimary ? "primary" : "secondary"} busy={sending}>
        {label}
      </Button>
    </Form>
  )
}

function NextStep({ owned, version }: { owned: OwnerQuote; version: Version }) {
  const { quote, state, reader, booking } = owned
  const { number } = quote
  const sending = useSending({ intent: "envoyer" })
  const reminding = useSending({ intent: "relancer" })
  const isDraft = version.sentAt === null && canBecome(state, "sent")
  return (
    <section className="panel stack" aria-labelledby="suite">
      <h2 className="title-block" id="suite">
        La suite
      </h2>
      {booking && <ButtonLink to={bookingPageHref(booking.number)}>Voir la réservation {booking.number}</ButtonLink>}
      {isDraft && (
        <>
          <p className="small soft">
            {reader.email === null
              ? "Pour l’envoyer, indiquez l’adresse e-mail du client."
              : `Il part à ${reader.email}, avec le lien pour l’accepter.`}
          </p>
          {reader.email !== null && (
            <Form method="post">
              <input type="hidden" name="vu" value={version.updatedAt.toISOString()} />
              <Button name="intent" value="envoyer" icon={Send} busy={sending}>
                {version.version > 1 ? "Envoyer la nouvelle version" : "Envoyer le devis"}
              </Button>
            </Form>
          )}
          <ButtonLink variant="secondary" icon={Pencil} to={editQuoteHref({ number, rental: firstRental(version) })}>
            Modifier
          </ButtonLink>
        </>
      )}
      {!isDraft && canBecome(state, "sent") && quote.changeRequestedAt === null && (
        <NewVersionButton label="Faire une nouvelle version" isPrimary={state !== "sent"} />
      )}
      {state === "sent" && version.sentAt !== null && quote.changeRequestedAt === null && (
        <Form method="post">
          <Button name="intent" value="relancer" variant="secondary" busy={reminding}>
            Relancer maintenant
          </Button>
        </Form>
      )}
      <ul className="flex flex-wrap gap-x-5 small">
        <li>
          <Link className="link-alone" to={newQuoteHref({ copy: number })}>
            Copier ce devis
          </Link>
        </li>
        {canBecome(state, "withdrawn") && (
          <li>
            <Link className="link-alone" to={quoteHref(number, "retirer")} aria-haspopup="dialog" preventScrollReset>
              Retirer ce devis
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function firstRental({ row }: Version): string {
  return String(row.rentals[0]?.position ?? NEW_RENTAL)
}

function WithdrawSheet({ number }: { number: string }) {
  const sending = useSending({ intent: "retirer" })
  return (
    <Sheet title={"Retirer ce devis\u00a0?"} closeHref={quoteHref(number)} shape="card">
      <Form method="post" action={quoteHref(number)} className="stack">
        <p>Le client ne pourra plus l’accepter. Les dates gardées se libèrent. Rien ne lui est écrit.</p>
        <div className="cluster">
          <ButtonLink to={quoteHref(number)} variant="secondary" size="small">
            Garder
          </ButtonLink>
          <Button name="intent" value="retirer" variant="danger" size="small" busy={sending}>
            Retirer
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}

function Content({ version, number }: { version: Version; number: string }) {
  const { row, extras, message } = version
  const isDraft = version.sentAt === null
  return (
    <section className="panel stack gap-5" aria-labelledby="contenu-devis">
      <h2 className="title-card" id="contenu-devis">
        Le devis dit
      </h2>
      {message !== "" && <blockquote className="whitespace-pre-wrap wrap-anywhere">{message}</blockquote>}
      <ul className="stack gap-4">
        {row.rentals.map((rental) => {
          const { position, productName, plan, options, photoPacks } = rental
          const chosen = options.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
          const packs = photoPacks > 0 ? [`${photoPacks} × pack photo`] : []
          return (
            <li key={position} className="stack gap-1">
              <strong className="wrap-anywhere">{productName}</strong>
              <span className="small soft">{withPlanName(plan, datesOrHoursLabel(rental, row))}</span>
              {[...chosen, ...packs].length > 0 && <span className="small">{[...chosen, ...packs].join(", ")}</span>}
              {isDraft && <RentalActs version={version} number={number} position={position} name={productName} />}
            </li>
          )
        })}
      </ul>
      {isDraft && (
        <p>
          <ButtonLink variant="secondary" size="small" icon={Plus} to={editQuoteHref({ number, rental: NEW_RENTAL })}>
            Ajouter une location
          </ButtonLink>
        </p>
      )}
      <Fact label={row.isDelivery ? "Livraison" : "Retrait au dépôt, événement"}>
        {placeLine(row.address)}
        {row.address.instructions !== "" && <span className="soft"> ({row.address.instructions})</span>}
      </Fact>
      {extras.length > 0 && (
        <Fact label="À cocher">
          {extras.map(({ label, amount }) => `${label}, ${formatMoney(amount)}`).join("\u00a0; ")}
        </Fact>
      )}
    </section>
  )
}

type RentalActsProps = { version: Version; number: string; position: number; name: string }

function RentalActs({ version, number, position, name }: RentalActsProps) {
  return (
    <span className="cluster small">
      <Link className="link-alone" to={editQuoteHref({ number, rental: String(position) })}>
        Modifier<span className="sr-only"> {name}</span>
      </Link>
      {version.row.rentals.length > 1 && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="location" value={position} />
          <input type="hidden" name="vu" value={version.updatedAt.toISOString()} />
          <Button name="intent" value="retirer-location" variant="secondary" size="small">
            Retirer<span className="sr-only"> {name}</span>
          </Button>
        </Form>
      )}
    </span>
  )
}

function Price({ version: { row, extras } }: { version: Version }) {
  const totalLabel = useTotalLabel()
  const delivery = row.distanceToConfirm ? row.address.zipCode : `${row.address.zipCode}, ${row.distance}\u00a0km`
  return (
    <section className="panel" aria-label="Prix">
      <ReceiptLines
        lines={row.priceLines.lines.map((line) => ({
          ...lineLabel(line, delivery),
          amount: lineAmountLabel(line, row.distanceToConfirm),
        }))}
      />
      <p className="total">
        <span>{row.distanceToConfirm ? `${totalLabel}, hors livraison` : totalLabel}</span>{" "}
        <strong>{formatMoney(row.total)}</strong>
      </p>
      {extras.length > 0 && (
        <p className="small soft">
          {formatMoney(
            row.total +
              sumOfLines(
                tickedLines(
                  extras,
                  extras.map(({ id }) => id),
                ),
              ),
          )}{" "}
          avec tout ce qui est à cocher
        </p>
      )}
    </section>
  )
}

function Facts({ owned, version }: { owned: OwnerQuote; version: Version }) {
  const { quote, followUp, reader, links, copiedFrom, versions } = owned
  const sent = versions.find(({ sentAt }) => sentAt !== null)
  const openLinks = (purpose: "accept" | "show") =>
    links.filter((link) => link.isOpen && link.purpose === purpose).length
  const shownLinks = openLinks("show")
  return (
    <section className="panel stack" aria-labelledby="suivi">
      <h2 className="title-block" id="suivi">
        Le suivi
      </h2>
      <Fact label="Client">
        {reader.id ? <Link to={href("/admin/users/:id", { id: reader.id })}>{reader.name}</Link> : reader.name}
        {reader.email && (
          <>
            <br />
            <a href={`mailto:${reader.email}`}>{reader.email}</a>
          </>
        )}
        {reader.phone && (
          <>
            <br />
            <a href={telephoneHref(reader.phone)}>{phoneLabel(reader.phone)}</a>
          </>
        )}
      </Fact>
      {sent && (
        <Fact label="Document">
          <a href={href("/admin/devis/:number/devis.pdf", { number: quote.number })} download>
            Devis en PDF
          </a>
        </Fact>
      )}
      <Fact label="Valable jusqu’au">{validityLabel(version.validUntil)}</Fact>
      <Fact label="Dates">{version.keepUntil ? `gardées jusqu’au ${dayLong(version.keepUntil)}` : "non gardées"}</Fact>
      {sent?.sentAt && <Fact label="Envoyé">{instantLong(sent.sentAt)}</Fact>}
      {sent && <Fact label="Ouvert">{quote.firstOpenedAt ? instantLong(quote.firstOpenedAt) : "pas encore"}</Fact>}
      {sent?.remindedAt && <Fact label="Relancé">{instantLong(sent.remindedAt)}</Fact>}
      {quote.answeredAt && quote.state !== "withdrawn" && quote.state !== "expired" && (
        <Fact label="Répondu">{instantLong(quote.answeredAt)}</Fact>
      )}
      {quote.orderReceivedAt && followUp !== "order-received" && (
        <Fact label={`Bon de commande, reçu le ${instantLong(quote.orderReceivedAt)}`}>
          <OrderLink number={quote.number} />
        </Fact>
      )}
      {quote.declineReason && (
        <Fact label="Raison">
          {declineReasonLabels[quote.declineReason]}
          {quote.declineWords && (
            <>
              <br />
              <span className="whitespace-pre-wrap wrap-anywhere">{quote.declineWords}</span>
            </>
          )}
        </Fact>
      )}
      {openLinks("accept") > 0 && (
        <Fact label="Liens">
          {openLinks("accept")} pour accepter{shownLinks > 0 && `, ${shownLinks} pour montrer`}
        </Fact>
      )}
      {quote.messageId && (
        <Fact label="Fait depuis">
          <Link to={`${href("/admin/messages")}?message=${quote.messageId}`}>un message</Link>
        </Fact>
      )}
      {copiedFrom && (
        <Fact label="Copié de">
          <Link to={quoteHref(copiedFrom)}>{copiedFrom}</Link>
        </Fact>
      )}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere">
      <p className="small soft">{label}</p>
      <p>{children}</p>
    </div>
  )
}

function Versions({ versions }: { versions: readonly Version[] }) {
  if (versions.length < 2) return null
  return (
    <section className="panel stack" aria-labelledby="versions">
      <h2 className="title-card" id="versions">
        Les versions
      </h2>
      <ol className="stack gap-5" reversed>
        {versions.map(({ version, sentAt, differences, row }) => (
          <li key={version} className="stack gap-2">
            <p>
              <strong>Version {version}</strong>, {sentAt ? `envoyée le ${instantLong(sentAt)}` : "pas encore envoyée"},{" "}
              {formatMoney(row.total)}
            </p>
            {version > 1 && differences.length === 0 && <p className="small soft">Rien n’a changé.</p>}
            {differences.length > 0 && (
              <dl className="stack gap-2 small">
                {differences.map(({ label, before, after }) => (
                  <div key={label}>
                    <dt className="soft">{label}</dt>
                    <dd className="wrap-anywhere">
                      <del>{before}</del> <ins>{after}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
