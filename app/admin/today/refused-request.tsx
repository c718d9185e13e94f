import { ButtonLink } from "../../ui/button-link.tsx"
import type { Refusal } from "../../http/refusal.ts"
import { RefusalForm } from "../kit/booking/refusal-sheet.tsx"
import { Sheet } from "../kit/sheet.tsx"
import type { TodayView } from "./view.ts"
import { todayPath } from "./url.ts"

export function TodayRefusal({
  booking,
  refusal,
}: {
  booking: NonNullable<TodayView["refusing"]>
  refusal: Refusal | null
}) {
  if (booking !== "answered") {
    return (
      <Sheet title={"Refuser cette demande\u00a0?"} closeHref={todayPath}>
        <RefusalForm booking={booking} back={todayPath} refusal={refusal} />
      </Sheet>
    )
  }
  return (
    <Sheet title="Cette demande n’attend plus de réponse" shape="card" closeHref={todayPath}>
      <p className="soft">Quelqu’un y a déjà répondu. Rien n’a été changé.</p>
      <p>
        <ButtonLink to={todayPath} variant="secondary" size="small" preventScrollReset replace>
          Voir ce qui attend
        </ButtonLink>
      </p>
    </Sheet>
  )
}
