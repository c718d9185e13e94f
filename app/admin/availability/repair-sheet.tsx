import { Form } from "react-router"
import { daysLong } from "../../../domain/day-labels.ts"
import { eachDay } from "../../../domain/day.ts"
import { errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { ConsentNotice } from "../kit/catalog/consent-notice.tsx"
import { refusalFor } from "../kit/edit-refusal.ts"
import { Sheet } from "../kit/sheet.tsx"
import { useSending } from "../kit/use-sending.ts"
import { unitName } from "./period-form.tsx"
import { type PlanningUrl, planningHref } from "./url.ts"
import type { PlanningRefusal, RepairPreview } from "./view.ts"

type RepairSheetProps = { repair: RepairPreview; url: PlanningUrl; refusal: PlanningRefusal | null }

export function RepairSheet({ repair, url, refusal: answer }: RepairSheetProps) {
  const { productName, firstDay, lastDay } = repair
  const refusal = refusalFor(answer, "reparer")
  const sending = useSending({ intent: "reparer" })
  const back = planningHref(url, { act: null })
  return (
    <Sheet title={`Réparer ${productName}, ${unitName(repair)}\u00a0?`} closeHref={back}>
      <Form method="post" className="stack" preventScrollReset>
        {refusal && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
        <p>
          {daysLong(eachDay(firstDay, lastDay))}
          <br />
          <span className="small soft">Ces jours-là, l’exemplaire ne se loue pas.</span>
        </p>
        {refusal?.vacated ? (
          <ConsentNotice bookings={refusal.vacated} />
        ) : (
          <p className="small soft">Ses réservations passent sur un autre exemplaire, s’il y en a un de libre.</p>
        )}
        <div className="dialog-foot">
          <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
            Annuler
          </ButtonLink>
          <Button name="intent" value="reparer" size="small" busy={sending}>
            {refusal?.vacated ? "Noter quand même" : "Noter la réparation"}
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}
