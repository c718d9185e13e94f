import { data, href, isRouteErrorResponse, redirect } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { weekdayNames } from "../../../../domain/day-labels.ts"
import { type Id, type ProductId, isId } from "../../../../domain/id.ts"
import type { PlanFields } from "../../../../domain/pricing/plan-fields.ts"
import { type RatePlanKind, ratePlanKinds } from "../../../../domain/pricing/rate-plan.ts"
import { readProduct } from "../../../../server/catalog/admin-queries.ts"
import { addPlan, movePlan, removePlan, savePlan, switchPlan } from "../../../../server/catalog/edit-plans.ts"
import { readPlans } from "../../../../server/catalog/rate-plans.ts"
import { readFinanceSettings } from "../../../../server/shop/settings/queries.ts"
import { type CheckedForm, act, handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { planAddresses } from "../../kit/catalog/plan-kinds.ts"
import { listChangedMessage } from "../../kit/catalog/product-acts.server.ts"
import { productsPath } from "../../kit/catalog/products-view.ts"
import { parseLoadedForm, refuseStale, requireEditor, saveFailed } from "../../kit/edits.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith, refuseWithFlash, takeFlash, undoable } from "../../kit/flash.server.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { planForms } from "./fields.ts"
import type { Route } from "./+types/route"
import { PlanScreen } from "./screen.tsx"
import { newPlans, planTexts } from "./texts.ts"
import { type PlanView, planLabels } from "./view.ts"

const title = "Formule"

/** A stored plan, or a new one of a kind. */
type Target = { productId: ProductId; id: Id | null; newKind: RatePlanKind | null }

function requireTarget({ id: productId, plan }: { id: string; plan: string }): Target {
  const newKind = ratePlanKinds.find((kind) => planAddresses[kind] === plan) ?? null
  if (!isId(productId) || (newKind === null && !isId(plan))) throw data(null, { status: 404 })
  return { productId, id: isId(plan) ? plan : null, newKind }
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const { productId, id, newKind } = requireTarget(params)
  const [product, plans, settings] = await loadScreen("Error loading a plan", () =>
    Promise.all([readProduct(productId), readPlans(productId), readFinanceSettings()]),
  )
  const byDay = plans.find(({ kind }) => kind === "day")
  if (newKind === "day" && byDay) throw redirect(planPath(productId, byDay.id))
  const stored = plans.find((plan) => plan.id === id)
  const plan: PlanFields | undefined = newKind === null ? stored : newPlans[newKind]
  if (!product || !plan) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  const view: PlanView = {
    productId,
    productName: product.name,
    dailyPrice: product.price,
    hour: settings.rentalDayStartsAt,
    id: id ?? "",
    version: stored?.updatedAt.toISOString() ?? "",
    plan,
    texts: planTexts(plan),
    isRemoving: id !== null && url.searchParams.has("supprimer"),
    path: planPath(productId, params.plan),
    flash,
  }
  return data(view, { headers })
}

function planPath(id: ProductId, plan: string): string {
  return href("/admin/products/:id/formules/:plan", { id, plan })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const target = requireTarget(params)
  const { productId, id, newKind } = target
  const listPath = `${href("/admin/products/:id", { id: productId })}#formules`
  const answer = (flash: Flash) => redirectWith(flash, listPath)
  const kind = newKind ?? (await readPlans(productId)).find((plan) => plan.id === id)?.kind
  if (!kind) return answer(planMessages.gone)
  const refused = refuseWithFlash(listPath)
  const failure = { log: "Error changing a plan", failed: "La formule n’a pas pu être changée", refused }
  const done = (title: string) => answer({ kind: "success", title })
  return handleForm(request, {
    enregistrer: act(planForms[kind], (fields, form) => save(editor, target, { fields, form, answer }), {
      log: "Error saving a plan",
      failed: saveFailed,
    }),
    proposer: act(
      z.object({}),
      async () => {
        const switched = await switchPlan({ actor: editor, productId, id, isActive: true })
        return switched.ok ? done("Formule en vente") : answer(planMessages[switched.error.kind])
      },
      failure,
    ),
    retirer: act(
      z.object({}),
      async () => {
        const switched = await switchPlan({ actor: editor, productId, id, isActive: false })
        return switched.ok ? done("Formule retirée de la vente") : answer(planMessages[switched.error.kind])
      },
      failure,
    ),
    monter: act(z.object({}), () => move("up"), failure),
    descendre: act(z.object({}), () => move("down"), failure),
    supprimer: act(
      z.object({}),
      async () => {
        const removed = id && (await removePlan({ actor: editor, productId, id }))
        if (!removed) return answer(planMessages.gone)
        if (!removed.ok) return answer(planMessages[removed.error.kind])
        return answer({
          kind: "success",
          title: "Formule supprimée",
          ...undoable("plan.removed", removed.value.event),
        })
      },
      failure,
    ),
  })

  async function move(direction: "up" | "down") {
    const moved = id && (await movePlan({ actor: editor, productId, id, direction }))
    if (!moved) return answer(planMessages.gone)
    return moved.ok ? done("Ordre enregistré") : answer(planMessages[moved.error.kind])
  }
}

const planMessages: Readonly<Record<"gone" | "last-plan" | "plan-exists" | "list-changed", Flash>> = {
  gone: { kind: "error", title: "Cette formule n’existe plus", text: "Rien n’a été changé." },
  "last-plan": {
    kind: "error",
    title: "C’est la seule formule en vente",
    text: "Ajoutez d’abord une autre formule. Pour ne plus louer ce produit, désactivez-le.",
  },
  "plan-exists": listChangedMessage,
  "list-changed": listChangedMessage,
}

type SavePlan = { fields: PlanFields; form: CheckedForm; answer: (flash: Flash) => Promise<Response> }

async function save(actor: Staff, { productId, id }: Target, { fields, form, answer }: SavePlan) {
  if (id === null) {
    const added = await addPlan({ actor, productId, fields })
    const title = fields.kind === "day" ? "Formule enregistrée" : "Formule ajoutée"
    if (added.ok) return answer({ kind: "success", title, text: "Elle est en vente." })
    const problem =
      added.error.kind === "gone"
        ? "Ce produit a été supprimé entre-temps. Votre saisie est toujours là."
        : "Ce produit a déjà des paliers à la journée\u00a0: modifiez-les sur sa page. Votre saisie est toujours là."
    return form.refuse({ form: problem }, { status: 409 })
  }
  const saved = await savePlan({ actor, productId, id, fields, loaded: parseLoadedForm(form) })
  if (saved.ok) return answer({ kind: "success", title: "Formule enregistrée" })
  if (saved.error.kind === "gone")
    return form.refuse(
      { form: "Cette formule a été supprimée entre-temps. Votre saisie est toujours là." },
      { status: 409 },
    )
  const stored = (await readPlans(productId)).find((plan) => plan.id === id)
  return refuseStale(form, saved.error, {
    thing: "plan",
    labels: planLabels,
    mine: conflictTexts(fields),
    stored: stored ? conflictTexts(stored) : {},
  })
}

function conflictTexts(plan: PlanFields) {
  return { ...planTexts(plan), weekdays: plan.weekdays.map((day) => weekdayNames[day - 1]) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `${loaderData.plan.name}, ${loaderData.productName}` : title,
    canonical: null,
  })

export default function ProductPlan({ loaderData, actionData }: Route.ComponentProps) {
  return <PlanScreen key={loaderData.path} view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title={title}
        message="Cette formule n’existe pas ou plus"
        to={productsPath}
        label="Voir les produits"
      />
    )
  }
  return <ScreenUnreadable title={title} message="La formule n’a pas pu être chargée" />
}
