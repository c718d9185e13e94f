import { useState } from "react"
import { Link, href } from "react-router"
import { submittedValues } from "../../../http/refusal.ts"
import { DeleteSheet } from "../../kit/delete-sheet.tsx"
import { planKindLabels } from "../../kit/catalog/plan-kinds.ts"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { PlanForm } from "./form.tsx"
import { PlanPreview } from "./preview.tsx"
import { previewPlan } from "./texts.ts"
import { type PlanTexts, type PlanView, isNewPlan } from "./view.ts"

type Typed = { texts: PlanTexts; weekdays: readonly number[] }

export function PlanScreen({ view, refusal }: { view: PlanView; refusal: EditRefusal | null }) {
  const { productId, productName, plan, dailyPrice, hour, path, flash } = view
  const [typed, setTyped] = useState<Typed | null>(null)
  const { texts, weekdays } = typed ?? initialTexts(view, refusal)
  return (
    <>
      <header className="stack gap-2">
        <p className="small">
          <Link to={href("/admin/products/:id", { id: productId })} className="wrap-anywhere">
            {productName}
          </Link>
        </p>
        <h1 className="title-page min-w-0 break-words">{isNewPlan(view) ? "Nouvelle formule" : plan.name}</h1>
        <p className="soft">{planKindLabels[plan.kind]}</p>
      </header>
      <FlashMessage flash={flash} />
      {view.isRemoving && (
        <DeleteSheet
          act="plan.removed"
          question="Supprimer cette formule&nbsp;?"
          text={removalMessage(view)}
          closeHref={path}
          fields={{}}
        />
      )}
      <div className="desk-columns">
        <section className="panel stack gap-5" aria-label="Formule">
          <PlanForm view={view} refusal={refusal} onInput={(form) => setTyped(readForm(form, view.texts))} />
        </section>
        <PlanPreview plan={previewPlan(plan, texts, weekdays)} dailyPrice={dailyPrice} hour={hour} />
      </div>
    </>
  )
}

function initialTexts({ texts, plan }: PlanView, refusal: EditRefusal | null): Typed {
  if (!refusal) return { texts, weekdays: plan.weekdays }
  return { texts: { ...texts, ...refusal.values }, weekdays: submittedValues(refusal, "weekdays").map(Number) }
}

function readForm(form: HTMLFormElement, texts: PlanTexts): Typed {
  const data = new FormData(form)
  const entries = Object.entries(texts).map(([name, text]) => [name, String(data.get(name) ?? text)])
  return { texts: { ...texts, ...Object.fromEntries(entries) }, weekdays: data.getAll("weekdays").map(Number) }
}

function removalMessage({ plan }: PlanView): string {
  return plan.kind === "day"
    ? "Le produit se louera à la journée, au même prix chaque jour. Les réservations gardent leurs paliers."
    : `«\u00a0${plan.name}\u00a0» ne sera plus proposée. Les réservations qui l’ont prise la gardent.`
}
