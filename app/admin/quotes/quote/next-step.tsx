import { Form, Link } from "react-router"
import Pencil from "lucide-react/icons/pencil"
import Send from "lucide-react/icons/send"
import { canBecome } from "../../../../domain/quotes/state.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { NEW_RENTAL, editQuoteHref, newQuoteHref, quoteHref } from "../../kit/quotes/quotes-url.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import type { OwnerQuote, OwnerQuoteVersion } from "../../../../server/quotes/quote-page.ts"

export function NewVersionButton({ label, isPrimary = false }: { label: string; isPrimary?: boolean }) {
  const sending = useSending({ intent: "nouvelle-version" })
  return (
    <Form method="post">
      <Button name="intent" value="nouvelle-version" variant={isPrimary ? "primary" : "secondary"} busy={sending}>
        {label}
      </Button>
    </Form>
  )
}

export function NextStep({ owned, version }: { owned: OwnerQuote; version: OwnerQuoteVersion }) {
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
        {quote.bookingId === null && (
          <li>
            <Link className="link-alone" to={quoteHref(number, "supprimer")} aria-haspopup="dialog" preventScrollReset>
              Supprimer ce devis
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function firstRental({ row }: OwnerQuoteVersion): string {
  return String(row.rentals[0]?.position ?? NEW_RENTAL)
}

export function WithdrawSheet({ number }: { number: string }) {
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

export function DeleteQuoteSheet({ number }: { number: string }) {
  const sending = useSending({ intent: "supprimer" })
  return (
    <Sheet title={"Supprimer ce devis\u00a0?"} closeHref={quoteHref(number)} shape="card">
      <Form method="post" action={quoteHref(number)} className="stack">
        <p>Ses versions, ses liens et ce que le client a écrit s’effacent. On ne peut pas revenir en arrière.</p>
        <div className="cluster">
          <ButtonLink to={quoteHref(number)} variant="secondary" size="small">
            Garder
          </ButtonLink>
          <Button name="intent" value="supprimer" variant="danger" size="small" busy={sending}>
            Supprimer
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}
