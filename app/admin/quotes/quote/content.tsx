import { Form, Link } from "react-router"
import Plus from "lucide-react/icons/plus"
import { placeLine } from "../../../../domain/booking/booking.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { datesOrHoursLabel, withPlanName } from "../../../../domain/rental/rental-times.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { NEW_RENTAL, editQuoteHref } from "../../kit/quotes/quotes-url.ts"
import { Fact } from "./fact.tsx"
import type { OwnerQuoteVersion } from "../../../../server/quotes/quote-page.ts"

export function Content({ version, number }: { version: OwnerQuoteVersion; number: string }) {
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

type RentalActsProps = { version: OwnerQuoteVersion; number: string; position: number; name: string }

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
