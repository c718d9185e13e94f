import { dayShort } from "../../../domain/day-labels.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { StatusLine } from "../kit/availability-line.tsx"
import { planOnDayWord } from "../kit/availability-labels.ts"
import { bookDayHref, bookHref } from "../kit/links.ts"
import type { PlanView, ProductDetailView } from "./view.ts"

export function PlanList({ product }: { product: ProductDetailView }) {
  return (
    <section aria-labelledby="formules" className="stack">
      <h2 id="formules" className="title-section">
        Formules
      </h2>
      <ul className="tiles">
        {product.plans.map((plan) => (
          <li key={plan.id} className="panel stack gap-3">
            <h3 className="title-card">{plan.name}</h3>
            <p className="font-strong">{plan.price}</p>
            {plan.sentence && <p className="small soft">{plan.sentence}</p>}
            {plan.includes.length > 0 && (
              <ul className="list-disc pl-5 text-sm">
                {plan.includes.map((included) => (
                  <li key={included}>{included}</li>
                ))}
              </ul>
            )}
            <PlanAnswer product={product} plan={plan} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlanAnswer({
  product: { id, name, requested, search },
  plan,
}: {
  product: ProductDetailView
  plan: PlanView
}) {
  const onDay = requested?.answer.free ? requested.answer.plans.find((each) => each.plan === plan.id) : undefined
  const isFree = onDay?.state === "free"
  return (
    <div className="mt-auto stack gap-2">
      {onDay && (
        <StatusLine
          tone={isFree ? "yes" : "no"}
        >{`Le ${dayShort(onDay.first)}\u00a0: ${planOnDayWord(onDay)}`}</StatusLine>
      )}
      <ButtonLink
        to={isFree ? bookDayHref(id, onDay.first, search, plan.id) : bookHref(id, { ...search, plan: plan.id })}
        variant="secondary"
        aria-label={`Réserver ${name}, ${plan.name}`}
      >
        Réserver
      </ButtonLink>
    </div>
  )
}
