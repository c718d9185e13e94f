import { instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { lineAmountLabel, lineLabel } from "../../../../domain/pricing/price-labels.ts"
import { sumOfLines } from "../../../../domain/pricing/price.ts"
import { tickedLines } from "../../../../domain/quotes/extras.ts"
import { canBecome } from "../../../../domain/quotes/state.ts"
import type { OwnerQuote, OwnerQuoteVersion } from "../../../../server/quotes/quote-page.ts"
import { useTotalLabel } from "../../../kit/vat-mode.ts"
import { Notice } from "../../../ui/notice.tsx"
import { ReceiptLines } from "../../../ui/receipt.tsx"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { FollowUpTag, QuoteStateTag } from "../../kit/quotes/quote-state-tag.tsx"
import { Content } from "./content.tsx"
import { Facts, OrderLink } from "./facts.tsx"
import { NewVersionButton, DeleteQuoteSheet, NextStep, WithdrawSheet } from "./next-step.tsx"

type QuoteScreenProps = { owned: OwnerQuote; act: string | null; flash: Flash | null }

export function QuoteScreen({ owned, act, flash }: QuoteScreenProps) {
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
      {act === "retirer" && canBecome(state, "withdrawn") && <WithdrawSheet number={quote.number} />}
      {act === "supprimer" && quote.bookingId === null && <DeleteQuoteSheet number={quote.number} />}
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
        <p>Il n’engage personne&nbsp;: répondez au client.</p>
        <p>
          <OrderLink number={quote.number} />
        </p>
      </div>
    </Notice>
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

function Price({ version: { row, extras } }: { version: OwnerQuoteVersion }) {
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

function Versions({ versions }: { versions: readonly OwnerQuoteVersion[] }) {
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
            {version > 1 && differences.length === 0 && <p className="small soft">Mêmes dates, mêmes lignes.</p>}
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
