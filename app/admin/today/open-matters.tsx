import { Link, href } from "react-router"
import { formatMoney } from "../../../domain/money.ts"
import { Tag } from "../../ui/tag.tsx"
import { CountBadge } from "../../ui/count-badge.tsx"
import { statusParam } from "../kit/booking/list-url.ts"
import { bookingsListPath } from "../kit/booking/bookings-url.ts"
import type { Excerpt, OpenMatter, TodayView } from "./view.ts"
import { bookingPageHref } from "../kit/booking/booking-url.ts"

const INITIAL_COUNT = 5

type Props = Pick<
  TodayView,
  | "dateChanges"
  | "refunds"
  | "unexpectedMoney"
  | "disputes"
  | "deposits"
  | "shifts"
  | "toSend"
  | "contracts"
  | "payments"
  | "later"
>

export function OpenMatters({
  dateChanges,
  refunds,
  unexpectedMoney,
  disputes,
  deposits,
  shifts,
  toSend,
  contracts,
  payments,
  later,
}: Props) {
  return (
    <section className="panel stack" aria-labelledby="a-suivre">
      <div className="cluster between">
        <h2 className="title-block" id="a-suivre">
          Contrats et paiements{" "}
          <CountBadge
            count={[
              dateChanges,
              refunds,
              unexpectedMoney,
              disputes,
              deposits,
              shifts,
              toSend,
              contracts,
              payments,
            ].reduce((sum, { count }) => sum + count, 0)}
          />
        </h2>
        <Link to={href("/admin/contracts")} className="small">
          Tous les contrats
        </Link>
      </div>
      <Matters title="Changements de dates demandés" matters={dateChanges} all={bookings} />
      <Matters title="À rembourser" matters={refunds} all={bookings} />
      <Matters title="Payés ou rendus sans qu’on le demande" matters={unexpectedMoney} all={bookings} />
      <Matters title="Contestés à la banque" matters={disputes} all={bookings} />
      <Matters title="Cautions" matters={deposits} all={bookings} />
      <Matters title="Missions à confier" matters={shifts} all={bookings} />
      <Matters title="Contrats à envoyer" matters={toSend} all={allContracts} />
      <Matters
        title="Contrats à signer"
        matters={contracts}
        emptyText="Aucun contrat n’attend de signature."
        all={allContracts}
      />
      <Matters
        title="Paiements attendus"
        matters={payments}
        emptyText="Aucun paiement n’est attendu dans les deux semaines."
        all={{ to: `${bookingsListPath}?etat=${statusParam.confirmed}&tri=date`, words: "réservations confirmées" }}
      />
      {later.count > 0 && (
        <p className="small soft">
          Plus tard&nbsp;: {later.count > 1 ? `${later.count} paiements` : "un paiement"}, {formatMoney(later.amount)}.
        </p>
      )}
    </section>
  )
}

const bookings = { to: bookingsListPath, words: "réservations" }
const allContracts = { to: href("/admin/contracts"), words: "contrats" }

type MattersProps = {
  title: string
  matters: Excerpt<OpenMatter>
  /** Without it an empty group is hidden. */
  emptyText?: string
  all: { to: string; words: string }
}

function Matters({ title, matters: { items, count }, emptyText, all }: MattersProps) {
  if (count === 0 && !emptyText) return null
  const more = items.slice(INITIAL_COUNT)
  return (
    <div className="stack gap-1">
      <h3 className="small font-strong">{title}</h3>
      {count === 0 && <p className="small soft">{emptyText}</p>}
      <Lines matters={items.slice(0, INITIAL_COUNT)} />
      {more.length > 0 && (
        <details>
          <summary className="link-alone">
            {more.length > 1 ? `Voir les ${more.length} suivants` : "Voir le suivant"}
          </summary>
          <Lines matters={more} />
        </details>
      )}
      {count > items.length && (
        <p className="small soft">
          {restLabel(count - items.length)} dans les <Link to={all.to}>{all.words}</Link>.
        </p>
      )}
    </div>
  )
}

function restLabel(count: number): string {
  return count > 1 ? `${count.toLocaleString("fr-FR")} autres sont` : "Un autre est"
}

function Lines({ matters }: { matters: readonly OpenMatter[] }) {
  return (
    <ul>
      {matters.map(({ bookingId, number, clientName, title, text, late, tag, dialog }) => (
        <li className="request" key={`${bookingId}/${title}`}>
          <div>
            <h4 className="request-title">
              <Link to={bookingPageHref(number, dialog)}>{clientName}</Link>
              <Tag tone={late ? "late" : "pending"}>{tag}</Tag>
            </h4>
            <p className="small soft">
              {title}. {text}.
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
