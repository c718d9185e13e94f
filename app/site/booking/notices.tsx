import { Link, href } from "react-router"
import { DAYS_UNAVAILABLE } from "../../../domain/availability/days-unavailable.ts"
import { wizardSearch } from "../../../domain/booking/choice.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { Notice } from "../../ui/notice.tsx"
import { BookingError } from "../kit/booking-error.tsx"
import type { LostHours } from "./available-choice.ts"
import type { WizardRefusal, WizardView } from "./view.ts"

type WizardNoticesProps = {
  view: Pick<WizardView, "step" | "choice" | "today" | "unavailable" | "alreadyRequested">
  refusal: WizardRefusal | null
  /** Set when the session has just ended: unavailable days may be this customer's own. */
  mayOwnHold: boolean
  lostHours?: LostHours
}

export function WizardNotices({ view, refusal, mayOwnHold, lostHours = null }: WizardNoticesProps) {
  const general = refusal && view.step !== "register" ? Object.entries(refusal.errors) : []
  const past = view.unavailable.length > 0 && view.unavailable.every((day) => day < view.today)
  return (
    <>
      {general.length > 0 && (
        <BookingError
          answer={refusal}
          errors={general.map(([field, message]) => ({
            message,
            ...(field === "form" || field === "date" ? {} : { field }),
          }))}
        />
      )}
      {refusal?.inCart && (
        <Notice tone="info">
          <p>
            <Link to={wizardSearch("options", { ...view.choice, cartItem: refusal.inCart })} preventScrollReset>
              Modifier la location de votre panier
            </Link>{" "}
            avec les choix que vous venez de faire.
          </p>
        </Notice>
      )}
      {view.alreadyRequested && (
        <Notice tone="info" title="Vous avez déjà envoyé cette demande">
          <p>
            Ces dates sont à vous. <Link to={href("/booking/confirmation")}>Voir votre demande</Link>
          </p>
        </Notice>
      )}
      {lostHours && (
        <Notice tone="warning" live>
          {lostHours === "start"
            ? "Cette heure de début n’est plus libre. Choisissez-en une autre."
            : "Ces heures en plus ne sont plus toutes libres. L’heure de fin a changé."}
        </Notice>
      )}
      {!mayOwnHold && !view.alreadyRequested && view.unavailable.length > 0 && (
        <Notice
          tone="warning"
          title={general.length > 0 ? undefined : past ? pastTitle(view.unavailable.length) : DAYS_UNAVAILABLE}
        >
          <p>
            {`À remplacer\u00a0: ${daysLong(view.unavailable)}. Le reste de vos choix est gardé.`}
            {view.step !== "calendar" && (
              <>
                {" "}
                <Link to={wizardSearch("calendar", view.choice)}>Choisir d’autres dates</Link>
              </>
            )}
          </p>
        </Notice>
      )}
    </>
  )
}

function pastTitle(days: number): string {
  return days === 1 ? "Cette date est passée" : "Ces dates sont passées"
}
