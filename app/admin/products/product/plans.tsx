import { Form, href } from "react-router"
import Eye from "lucide-react/icons/eye"
import EyeOff from "lucide-react/icons/eye-off"
import Pencil from "lucide-react/icons/pencil"
import Plus from "lucide-react/icons/plus"
import Trash2 from "lucide-react/icons/trash-2"
import type { RatePlanKind } from "../../../../domain/pricing/rate-plan.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { planAddresses, planKindLabels } from "../../kit/catalog/plan-kinds.ts"
import { OrderButtons } from "../../kit/order-buttons.tsx"
import type { PlanLine } from "./view.ts"

type PlansProps = { productId: string; plans: readonly PlanLine[] }

export function ProductPlans({ productId, plans }: PlansProps) {
  const movable = plans.filter(({ id }) => id !== null)
  const newKinds: RatePlanKind[] = [...(movable.length < plans.length ? (["day"] as const) : []), "fixed", "hours"]
  return (
    <section className="panel stack" id="formules" aria-label="Formules">
      <div className="stack gap-1">
        <h2 className="title-card">Formules</h2>
        <p className="small soft">Le client en choisit une.</p>
      </div>
      <ul className="stack gap-3">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line p-3"
          >
            <PlanEntry productId={productId} plan={plan}>
              {plan.id !== null && movable.length > 1 && (
                <OrderButtons
                  compact
                  id={plan.id}
                  name={plan.name}
                  index={movable.indexOf(plan)}
                  count={movable.length}
                  action={planHref(productId, plan.id)}
                />
              )}
            </PlanEntry>
          </li>
        ))}
      </ul>
      <nav className="cluster gap-2" aria-label="Ajouter une formule">
        <span className="small">Ajouter&nbsp;:</span>
        {newKinds.map((kind) => (
          <ButtonLink
            key={kind}
            variant="secondary"
            size="small"
            icon={Plus}
            to={planHref(productId, planAddresses[kind])}
          >
            {planKindLabels[kind]}
          </ButtonLink>
        ))}
      </nav>
    </section>
  )
}

function planHref(id: string, plan: string): string {
  return href("/admin/products/:id/formules/:plan", { id, plan })
}

const stateTags = {
  "on-sale": <Tag tone="ok">En vente</Tag>,
  off: <Tag tone="off">Retirée</Tag>,
  "no-price": <Tag tone="late">Sans prix</Tag>,
} as const satisfies Record<PlanLine["state"], unknown>

type PlanEntryProps = { productId: string; plan: PlanLine; children: React.ReactNode }

function PlanEntry({ productId, plan: { id, name, summary, state }, children }: PlanEntryProps) {
  const path = planHref(productId, id ?? planAddresses.day)
  const isOff = state === "off"
  return (
    <>
      <div className="min-w-0 flex-1 basis-60">
        <div className="cluster gap-2">
          <h3 className="title-block min-w-0 wrap-anywhere">{name}</h3>
          {stateTags[state]}
        </div>
        <p className="small soft">{summary}</p>
      </div>
      <div className="cluster gap-1">
        <ButtonLink variant="secondary" size="small" icon={Pencil} to={path} aria-label={`Modifier\u00a0: ${name}`}>
          <span className="max-sm:sr-only">Modifier</span>
        </ButtonLink>
        <Form method="post" action={path} preventScrollReset>
          <Button
            variant="quiet"
            size="small"
            icon={isOff ? Eye : EyeOff}
            name="intent"
            value={isOff ? "proposer" : "retirer"}
            aria-label={`${isOff ? "Mettre en vente" : "Retirer de la vente"}\u00a0: ${name}`}
          >
            <span className="max-sm:sr-only">{isOff ? "Mettre en vente" : "Retirer"}</span>
          </Button>
        </Form>
        {children}
        {id !== null && (
          <ButtonLink
            variant="quiet"
            size="small"
            className="min-w-11"
            icon={Trash2}
            to={`${path}?supprimer`}
            aria-label={`Supprimer\u00a0: ${name}`}
          >
            <span className="sr-only">Supprimer</span>
          </ButtonLink>
        )}
      </div>
    </>
  )
}
