import { useMemo } from "react"
import { href, useLocation } from "react-router"
import { dayLong } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Photo } from "../../../ui/photo.tsx"
import { OwnerCalendar } from "./owner-calendar.tsx"
import { emptyListPicture } from "../../../kit/empty-list-picture.ts"
import { BookingSheet } from "./booking-sheet.tsx"
import { BookingsTabs } from "../tabs.tsx"
import { BulkSheet } from "./bulk-sheet.tsx"
import { bookingsPath, readBookingsUrl } from "../../kit/booking/bookings-url.ts"
import type { BookingRefusal, BookingsView } from "./view.ts"
import { DaySheet } from "./day-sheet.tsx"
import { EditSheet } from "./edit-sheet.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { PendingList } from "./pending-list.tsx"
import { ProductPicker } from "../../kit/catalog/product-picker.tsx"
import { refusalFlash } from "../../kit/booking/field-state.ts"
import { RefusalSheet } from "../../kit/booking/refusal-sheet.tsx"
import { screens } from "../../kit/screens.ts"
import { UpcomingList } from "./upcoming-list.tsx"

type BookingsScreenProps = { view: BookingsView; refusal: BookingRefusal | null }

export function BookingsScreen({ view, refusal }: BookingsScreenProps) {
  const { search } = useLocation()
  const url = useMemo(() => readBookingsUrl(new URLSearchParams(search)), [search])
  const refusalMessage = useMemo(() => refusalFlash(refusal), [refusal])
  const { calendar, pending, pendingCount, upcoming, upcomingCount, today, choices, now } = view
  return (
    <>
      <header>
        <h1 className="title-page">{screens.bookings.title}</h1>
        <p className="soft">{dayLong(dayInParis(now))}</p>
      </header>
      <BookingsTabs />
      <FlashMessage flash={refusalMessage ?? view.flash} />
      <OpenSheet view={view} url={url} refusal={refusal} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <PendingList
          bookings={pending}
          count={pendingCount}
          latest={view.latestRequest}
          answered={view.answered}
          url={url}
          now={now}
        />
        <section className="stack xl:col-start-2 xl:row-span-2 xl:row-start-1" aria-label="Calendrier">
          {calendar ? (
            <>
              <ProductPicker
                choices={choices}
                chosen={calendar.product.id}
                path={bookingsPath}
                preservedParams={url.month ? { mois: url.month } : {}}
              />
              <OwnerCalendar key={calendar.product.id} product={calendar.product} view={calendar.view} url={url} />
            </>
          ) : (
            <NoProduct />
          )}
        </section>
        <UpcomingList bookings={upcoming} count={upcomingCount} today={today} url={url} />
      </div>
    </>
  )
}

/** Only one sheet at a time: an edit or refusal before the booking, the booking before the day. */
function OpenSheet({ view, url, refusal }: BookingsScreenProps & { url: ReturnType<typeof readBookingsUrl> }) {
  const { calendar, day, booking, refusing, edit, conflicts, noteKey, now } = view
  if (edit) return <EditSheet key="edit" edit={edit} url={url} refusal={refusal} />
  if (refusing) return <RefusalSheet key="refusing" booking={refusing} url={url} refusal={refusal} />
  const openedFrom = day && calendar ? { day, product: calendar.product, today: calendar.view.today } : null
  if (booking) return <BookingSheet key="booking" {...{ booking, openedFrom, url, now, refusal, noteKey }} />
  if (openedFrom) return <DaySheet key="day" {...openedFrom} url={url} />
  if (url.bulk && calendar)
    return (
      <BulkSheet
        key="bulk"
        kind={url.bulk}
        product={calendar.product}
        conflicts={conflicts}
        url={url}
        refusal={refusal}
      />
    )
  return null
}

function NoProduct() {
  return (
    <div className="panel">
      <EmptyState
        title="Aucun produit pour le moment"
        picture={<Photo image={emptyListPicture} sizes="26rem" />}
        action={
          <ButtonLink to={href("/admin/products")} variant="secondary">
            Ouvrir les produits
          </ButtonLink>
        }
      >
        Le calendrier d’un produit s’ouvrira ici, avec ses réservations et ses jours bloqués.
      </EmptyState>
    </div>
  )
}
