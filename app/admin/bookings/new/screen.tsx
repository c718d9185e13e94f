import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import { BookingsTabs, newBookingPath } from "../tabs.tsx"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { NEW_CUSTOMER, newBookingHref } from "./url.ts"
import { CustomerSearch } from "../order/customer-search.tsx"
import { NewBookingForm } from "./form.tsx"
import type { NewBookingRefusal, NewBookingView } from "../order/view.ts"
import { screens } from "../../kit/screens.ts"

type NewBookingScreenProps = {
  search: string
  matches: readonly CustomerMatch[]
  booking: NewBookingView | null
  flash: Flash | null
  answer: NewBookingRefusal | null
}

export function NewBookingScreen({ search, matches, booking, flash, answer }: NewBookingScreenProps) {
  const view = answer?.booking ?? booking
  return (
    <>
      <h1 className="title-page">{screens.newBooking.title}</h1>
      <BookingsTabs />
      <FlashMessage flash={flash ?? failureMessage(answer)} />
      {view ? (
        <NewBookingForm key={`${clientKey(view)} ${view.product?.id}`} view={view} refusal={answer} />
      ) : (
        <CustomerSearch
          title={"Qui réserve\u00a0?"}
          search={search}
          matches={matches}
          action={newBookingPath}
          toHref={(customer) => newBookingHref({ customer })}
          newHref={newBookingHref({ customer: NEW_CUSTOMER, search })}
        />
      )}
    </>
  )
}

function clientKey({ client }: NewBookingView): string {
  return client.kind === "known" ? client.customer.id : NEW_CUSTOMER
}

/** Field errors appear in the form; only a failure needs a flash. */
function failureMessage(answer: NewBookingRefusal | null): Flash | null {
  return answer?.errors["failure"] ? { kind: "error", title: answer.errors["failure"] } : null
}
