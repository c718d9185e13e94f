import { Link, href } from "react-router"
import Download from "lucide-react/icons/download"
import { dayBrief } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
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
  bookingsListFor,
  statusOptions,
} from "../../kit/booking/list-url.ts"
import { BookingsTabs } from "../tabs.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { bookingsHref, emptyBookingsUrl } from "../../kit/booking/bookings-url.ts"
import type { BookingLine } from "../../kit/booking/line.ts"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { type ListFilter, ListFilters } from "../../kit/list-filters.tsx"
import { orderParams, listHref, sortBy } from "../../kit/list-url.ts"
import { screens } from "../../kit/screens.ts"

type BookingsListScreenProps = {
  list: BookingsListUrl
  page: { rows: readonly BookingLine[]; total: number; page: number; pages: number }
  products: readonly { id: string; name: string }[]
  flash: Flash | null
}

export function BookingsListScreen({ list, page, products, flash }: BookingsListScreenProps) {
  const { search, filters } = list
  const isFiltered = search !== "" || Object.keys(filters).length > 0
  return (
    <>
      <header className="cluster between">
        <h1 className="title-page">{screens.bookingsList.title}</h1>
        <div className="cluster gap-2">
          <ButtonLink
            to={exportHref(list, href("/admin/bookings.csv"))}
            variant="secondary"
            size="small"
            icon={Download}
            reloadDocument
          >
            {isFiltered ? "Exporter ce qui est affiché (CSV)" : "Exporter (CSV)"}
          </ButtonLink>
          <ButtonLink
            to={exportHref(list, href("/admin/bookings/locations.csv"))}
            variant="quiet"
            size="small"
            icon={Download}
            reloadDocument
          >
            Par location (CSV)
          </ButtonLink>
        </div>
      </header>
      <BookingsTabs />
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="Réservations">
        <ListFilters
          href={bookingsList.path}
          search={{ label: "Nom, e-mail, téléphone, ville, produit ou numéro", value: search }}
          filters={[
            { name: "etat", label: "État", all: "Tous", options: statusOptions, value: filters["etat"] ?? "" },
            ...productFilter(products, filters["produit"] ?? ""),
          ]}
          preservedParams={orderParams(bookingsListFor(filters), list)}
          isFiltered={isFiltered}
          ownValues={{ du: filters["du"] ?? "", au: filters["au"] ?? "" }}
          resultText={countLabel(page.total, "réservation", "réservations", "Aucune réservation")}
        >
          <TextField label="Du" name="du" type="date" optional="filter" defaultValue={filters["du"] ?? ""} />
          <TextField label="Au" name="au" type="date" optional="filter" defaultValue={filters["au"] ?? ""} />
        </ListFilters>
        {page.rows.length === 0 ? (
          <NoBookings isFiltered={isFiltered} />
        ) : (
          <>
            <DataTable
              caption="Réservations"
              captionHidden
              rows={page.rows}
              rowKey={({ id }) => id}
              columns={listColumns(list)}
            />
            <Pagination
              page={page.page}
              pages={page.pages}
              href={(number) => listHref(bookingsListFor(filters), list, { page: number })}
              label="Pages de réservations"
            />
          </>
        )}
      </section>
    </>
  )
}

/** No filter when there are too many products: the search also matches product names. */
function productFilter(products: BookingsListScreenProps["products"], value: string): ListFilter[] {
  if (products.length === 0) return []
  const options = products.map(({ id, name }) => ({ value: id, label: name }))
  return [{ name: "produit", label: "Produit", all: "Tous", options, value }]
}

function NoBookings({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
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

function listColumns(list: BookingsListUrl): Column<BookingLine>[] {
  const shape = bookingsListFor(list.filters)
  const sort = (by: BookingSort) => sortBy(shape, list, by)
  const listQuery = listHref(shape, list, { page: list.page }).split("?")[1] ?? ""
  return [
    {
      key: "client",
      label: "Client",
      sort: sort("client"),
      cell: (booking) => (
        <span>
          <Link
            to={bookingsHref(emptyBookingsUrl, { booking: booking.id, list: listQuery })}
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
    {
      key: "dates",
      label: "Dates",
      sort: sort("date"),
      cell: (booking) => breakableDate(bookedDatesLabel(booking, { style: "table" })),
    },
    { key: "product", label: "Produit", cell: ({ productName }) => productName },
    { key: "town", label: "Ville", cell: ({ address }) => address.city },
    { key: "status", label: "État", cell: ({ status }) => <StatusTag status={status} /> },
    {
      key: "created",
      label: "Déposée",
      phone: "labelled",
      sort: sort("depot"),
      cell: ({ createdAt }) => breakableDate(dayBrief(dayInParis(createdAt))),
    },
    {
      key: "total",
      label: "Total",
      sort: sort("total"),
      end: true,
      phone: "lead",
      cell: ({ total }) => formatMoney(total),
    },
  ]
}

/** On medium widths seven columns leave no room for a date on one line, so it may wrap. */
function breakableDate(date: string) {
  return <span className="narrow-date">{date.replaceAll("\u00a0", " ")}</span>
}

function exportHref(list: BookingsListUrl, path: string): string {
  return listHref({ ...bookingsListFor(list.filters), path }, list)
}
