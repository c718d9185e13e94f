import { Link, href } from "react-router"
import Download from "lucide-react/icons/download"
import { dayBrief } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import { counted } from "../../../../isomorphic/text/counted.ts"
import { Breakable } from "../../../ui/breakable.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { type Column, DataTable } from "../../../ui/data-table.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Pagination } from "../../../ui/pagination.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { MarkTags, StatusTag } from "../../kit/booking/tags.tsx"
import {
  type BookingSort,
  type BookingsListUrl,
  bookingsList,
  bookingsListOf,
  statusOptions,
} from "../../kit/booking/list-url.ts"
import { BookingsTabs } from "../tabs.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { bookingsHref, noBookingsUrl } from "../../kit/booking/bookings-url.ts"
import type { BookingLine } from "../../kit/booking/line.ts"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { type ListFilter, ListFilters } from "../../kit/list-filters.tsx"
import { keptOrder, listHref, sortBy } from "../../kit/list-url.ts"
import { screens } from "../../kit/screens.ts"

type BookingsListScreenProps = {
  list: BookingsListUrl
  page: { rows: readonly BookingLine[]; total: number; page: number; pages: number }
  products: readonly { id: string; name: string }[]
  flash: Flash | null
}

/** Every booking there is, of any status, to search, sort, open and export. */
export function BookingsListScreen({ list, page, products, flash }: BookingsListScreenProps) {
  const { search, filters } = list
  const narrowed = search !== "" || Object.keys(filters).length > 0
  return (
    <>
      <header className="cluster between">
        <h1 className="title-page">{screens.bookingsList.title}</h1>
        <ButtonLink to={exportHref(list)} variant="secondary" size="small" icon={Download} reloadDocument>
          {narrowed ? "Exporter ce qui est affiché (CSV)" : "Exporter (CSV)"}
        </ButtonLink>
      </header>
      <BookingsTabs />
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="Réservations">
        <ListFilters
          href={bookingsList.path}
          search={{ label: "Nom, e-mail, téléphone, ville, produit ou numéro", value: search }}
          filters={[
            { name: "etat", label: "État", all: "Tous", options: statusOptions, value: filters["etat"] ?? "" },
            ...ofProduct(products, filters["produit"] ?? ""),
          ]}
          kept={keptOrder(bookingsListOf(filters), list)}
          narrowed={narrowed}
          own={{ du: filters["du"] ?? "", au: filters["au"] ?? "" }}
          found={counted(page.total, "réservation", "réservations", "Aucune réservation")}
        >
          <TextField label="Du" name="du" type="date" optional="filter" defaultValue={filters["du"] ?? ""} />
          <TextField label="Au" name="au" type="date" optional="filter" defaultValue={filters["au"] ?? ""} />
        </ListFilters>
        {page.rows.length === 0 ? (
          <Nothing narrowed={narrowed} />
        ) : (
          <>
            <DataTable
              caption="Réservations"
              captionHidden
              rows={page.rows}
              rowKey={({ id }) => id}
              columns={columnsOf(list)}
            />
            <Pagination
              page={page.page}
              pages={page.pages}
              href={(number) => listHref(bookingsListOf(filters), list, { page: number })}
              label="Pages de réservations"
            />
          </>
        )}
      </section>
    </>
  )
}

/** Of very many products none is offered: the search finds them by their names. */
function ofProduct(products: BookingsListScreenProps["products"], value: string): ListFilter[] {
  if (products.length === 0) return []
  const options = products.map(({ id, name }) => ({ value: id, label: name }))
  return [{ name: "produit", label: "Produit", all: "Tous", options, value }]
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return <EmptyState title="Aucune réservation pour le moment">La première demande viendra se ranger ici.</EmptyState>
  return (
    <EmptyState
      title="Rien ne correspond"
      action={
        <ButtonLink to={bookingsList.path} variant="secondary">
          Tout afficher
        </ButtonLink>
      }
    >
      Essayez un seul mot du nom, la ville, ou le numéro de la réservation.
    </EmptyState>
  )
}

function columnsOf(list: BookingsListUrl): Column<BookingLine>[] {
  const shape = bookingsListOf(list.filters)
  const sort = (by: BookingSort) => sortBy(shape, list, by)
  const here = listHref(shape, list, { page: list.page }).split("?")[1] ?? ""
  return [
    {
      key: "client",
      label: "Client",
      sort: sort("client"),
      cell: (booking) => (
        <span>
          <Link
            to={bookingsHref(noBookingsUrl, { booking: booking.id, list: here })}
            aria-haspopup="dialog"
            className="inline-block py-1"
          >
            <strong>
              <Breakable>{booking.clientName}</Breakable>
            </strong>
          </Link>
          <span className="cluster gap-1">
            <Link to={bookingPageHref(booking.number)} className="soft inline-block py-1">
              n°&nbsp;{booking.number}
              <span className="sr-only">, toute la réservation</span>
            </Link>
            <MarkTags booking={booking} />
          </span>
        </span>
      ),
    },
    { key: "dates", label: "Dates", sort: sort("date"), cell: (booking) => mayBreak(rentalLabel(booking, "table")) },
    { key: "product", label: "Produit", cell: ({ productName }) => productName },
    { key: "town", label: "Ville", cell: ({ address }) => address.city },
    { key: "status", label: "État", cell: ({ status }) => <StatusTag status={status} /> },
    {
      key: "created",
      label: "Déposée",
      sort: sort("depot"),
      cell: ({ createdAt }) => mayBreak(dayBrief(dayInParis(createdAt))),
    },
    { key: "total", label: "Total", sort: sort("total"), end: true, cell: ({ total }) => formatMoney(total) },
  ]
}

/** Between a phone and a wide screen seven columns have no room for a date in one line: it takes two. */
function mayBreak(date: string) {
  return <span className="narrow-date">{date.replaceAll("\u00a0", " ")}</span>
}

/** The same search and filters, every page. */
function exportHref(list: BookingsListUrl): string {
  return listHref({ ...bookingsListOf(list.filters), path: href("/admin/bookings.csv") }, list)
}
