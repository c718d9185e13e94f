import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import { CustomerSearch } from "../../bookings/order/customer-search.tsx"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { NEW_READER, type QuoteOrigin, newQuoteHref } from "../../kit/quotes/quotes-url.ts"
import { screens } from "../../kit/screens.ts"
import { QuoteForm } from "./form.tsx"
import type { QuoteFormRefusal, QuoteFormView } from "./view.ts"

type QuoteFormScreenProps = {
  title: string
  view: QuoteFormView | null
  search: string
  matches: readonly CustomerMatch[]
  origin: QuoteOrigin
  flash: Flash | null
  answer: QuoteFormRefusal | null
}

export function QuoteFormScreen({ title, view: loaded, search, matches, origin, flash, answer }: QuoteFormScreenProps) {
  const view = answer?.quote ?? loaded
  const failure = answer?.errors["failure"]
  const hidden = Object.entries({ lead: origin.lead, copie: origin.copy }).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  )
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <FlashMessage flash={flash ?? (failure ? { kind: "error", title: failure } : null)} />
      {view ? (
        <QuoteForm
          key={`${view.number} ${view.rental} ${view.client.kind} ${view.product?.id}`}
          view={view}
          errors={answer?.errors ?? {}}
        />
      ) : (
        <CustomerSearch
          title={"Pour qui est ce devis\u00a0?"}
          search={search}
          matches={matches}
          action={screens.newQuote.to}
          hidden={Object.fromEntries(hidden)}
          toHref={(reader) => newQuoteHref({ ...origin, reader })}
          newHref={newQuoteHref({ ...origin, reader: NEW_READER, search })}
        />
      )}
    </>
  )
}
