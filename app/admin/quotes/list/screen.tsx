import { Link } from "react-router"
import Plus from "lucide-react/icons/plus"
import { formatMoney } from "../../../../domain/money.ts"
import { quoteStateLabels, quoteStates } from "../../../../domain/quotes/state.ts"
import { validityLabel } from "../../../../domain/quotes/validity.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import type { ListedQuote } from "../../../../server/quotes/list-quotes.ts"
import { Breakable } from "../../../ui/breakable.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { type Column, DataTable } from "../../../ui/data-table.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Pagination } from "../../../ui/pagination.tsx"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { ListFilters } from "../../kit/list-filters.tsx"
import { type ListUrl, listHref, orderParams, sortBy } from "../../kit/list-url.ts"
import { FollowUpTag, QuoteStateTag } from "../../kit/quotes/quote-state-tag.tsx"
import { type QuoteColumn, TO_FOLLOW_UP, newQuoteHref, quoteHref, quotesList } from "../../kit/quotes/quotes-url.ts"
import { screens } from "../../kit/screens.ts"

export const quoteStateOptions = [
  { value: TO_FOLLOW_UP, label: "À relancer" },
  ...quoteStates.map((state) => ({ value: state, label: quoteStateLabels[state] })),
]

type QuotesScreenProps = {
  url: ListUrl<QuoteColumn>
  quotes: readonly ListedQuote[]
  total: number
  page: number
  pages: number
  flash: Flash | null
}

export function QuotesScreen({ url, quotes, total, page, pages, flash }: QuotesScreenProps) {
  const isFiltered = url.search !== "" || Object.keys(url.filters).length > 0
  return (
    <>
      <header className="cluster between">
        <h1 className="title-page">{screens.quotes.title}</h1>
        <ButtonLink to={newQuoteHref()} icon={Plus}>
          Nouveau devis
        </ButtonLink>
      </header>
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="Devis">
        <ListFilters
          href={quotesList.path}
          search={{ label: "Rechercher", value: url.search, placeholder: "Numéro, client ou produit" }}
          filters={[
            {
              name: "etat",
              label: "État",
              all: "Tous les états",
              value: url.filters["etat"] ?? "",
              options: quoteStateOptions,
            },
          ]}
          preservedParams={orderParams(quotesList, url)}
          resultText={countLabel(total, "devis", "devis", "Aucun devis")}
        />
        {quotes.length === 0 ? (
          isFiltered ? (
            <EmptyState title="Aucun devis ne correspond">Essayez un autre mot, ou un autre état.</EmptyState>
          ) : (
            <EmptyState title="Aucun devis" action={<ButtonLink to={newQuoteHref()}>Faire un devis</ButtonLink>}>
              Le client accepte un devis en signant&nbsp;: sa réservation est confirmée.
            </EmptyState>
          )
        ) : (
          <DataTable
            caption="Devis"
            captionHidden
            columns={quoteColumns(url)}
            rows={quotes}
            rowKey={({ number }) => number}
          />
        )}
        <Pagination page={page} pages={pages} href={(number) => listHref(quotesList, url, { page: number })} />
      </section>
    </>
  )
}

function quoteColumns(url: ListUrl<QuoteColumn>): Column<ListedQuote>[] {
  const sort = (column: QuoteColumn) => sortBy(quotesList, url, column)
  return [
    {
      key: "numero",
      label: "Devis",
      sort: sort("date"),
      cell: ({ number, productName }) => (
        <span className="grid">
          <Link to={quoteHref(number)}>{number}</Link>
          <span className="fine soft">{productName}</span>
        </span>
      ),
    },
    {
      key: "client",
      label: "Client",
      sort: sort("client"),
      cell: ({ readerName }) => <Breakable>{readerName}</Breakable>,
    },
    { key: "dates", label: "Dates", cell: (quote) => rentalLabel(quote) },
    { key: "total", label: "Total", end: true, phone: "lead", cell: ({ total }) => formatMoney(total) },
    {
      key: "etat",
      label: "État",
      cell: ({ state, followUp, version }) => (
        <span className="grid gap-1 justify-items-start">
          <QuoteStateTag state={state} />
          <FollowUpTag followUp={followUp} />
          {version > 1 && <span className="fine soft">version {version}</span>}
        </span>
      ),
    },
    {
      key: "fin",
      label: "Valable jusqu’au",
      phone: "labelled",
      sort: sort("fin"),
      cell: ({ validUntil }) =>
        validUntil ? validityLabel(validUntil) : <span className="soft">pas encore envoyé</span>,
    },
  ]
}
