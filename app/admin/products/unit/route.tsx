import { data, href, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { INCIDENT_PHOTO_FIELD, MAX_INCIDENT_PHOTOS } from "../../../../domain/catalog/incidents.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { isId } from "../../../../domain/id.ts"
import {
  type UnitDetails,
  type UnitKey,
  listRepairs,
  listUnits,
  readUnit,
} from "../../../../server/availability/units.ts"
import { endRepair, planRepair } from "../../../../server/bookings/repair-unit.ts"
import { retireUnit, returnUnit, saveUnit } from "../../../../server/bookings/unit-service.ts"
import { readProduct } from "../../../../server/catalog/admin-queries.ts"
import { type CheckedForm, act, handleForm } from "../../../http/forms.server.ts"
import { livePage } from "../../../http/live.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { Live } from "../../../kit/live/live.tsx"
import { productsPath } from "../../kit/catalog/products-view.ts"
import { stillBookedView } from "../../kit/catalog/still-booked.server.ts"
import { Consent, repairForm } from "../../kit/catalog/repair-form.ts"
import { repairMessage, repairProblemText } from "../../kit/catalog/repair-messages.server.ts"
import { daysNear, repairLabel, unitState } from "../../kit/catalog/unit-state.ts"
import { vacatedText } from "../../kit/catalog/vacated-labels.ts"
import { parseLoadedForm, refuseStale, requireEditor, saveFailed } from "../../kit/edits.server.ts"
import { listStaffMembers } from "../../../../server/bookings/shifts/assign-shift.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { RepairChoice, UnitForm } from "./fields.ts"
import type { Route } from "./+types/route"
import { machineActs } from "./machine-acts.server.ts"
import { loadMachine } from "./machine.server.ts"
import { UnitScreen } from "./screen.tsx"
import { type UnitTexts, type UnitView, unitLabels } from "./view.ts"

const title = "Exemplaire"

function requireKey({ id, number }: { id: string; number: string }): UnitKey {
  if (!isId(id) || !/^[1-9]\d{0,3}$/.test(number)) throw data(null, { status: 404 })
  return { productId: id, number: Number(number) }
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const key = requireKey(params)
  const now = new Date()
  const live = await livePage(context, ["planning"])
  const [product, units, planned] = await loadScreen("Error loading a unit", () =>
    Promise.all([readProduct(key.productId), listUnits(key.productId), listRepairs(key.productId, now)]),
  )
  const unit = units.find(({ number }) => number === key.number)
  if (!product || !unit) throw data(null, { status: 404 })
  const machine = await loadScreen("Error loading a unit's year", () => loadMachine(key, product.kind, now))
  const { flash, headers } = await takeFlash(request)
  const today = dayInParis(now)
  const repairs = planned.filter((repair) => repair.unit === unit.number)
  const view: UnitView = {
    ...machine,
    productId: product.id,
    productName: product.name,
    number: unit.number,
    version: unit.updatedAt.toISOString(),
    texts: unitTexts(unit),
    state: unitState({ ...unit, repairs }, today),
    isRetired: unit.retiredOn !== null,
    people: product.kind === "accessory" ? await listStaffMembers() : [],
    isRetirable: units.some(({ number, retiredOn }) => number !== unit.number && retiredOn === null),
    repairLabel: repairLabel(unit.personId),
    repairs: repairs.map((repair) => ({
      id: repair.id,
      days: daysNear(repair, today),
      begun: repair.firstDay <= today,
    })),
    repairDays: { du: url.searchParams.get("du") ?? "", au: url.searchParams.get("au") ?? "" },
    today,
    flash,
  }
  return data({ ...view, live }, { headers })
}

function unitTexts({ label, serialNumber, acquiredOn, personId }: UnitDetails): UnitTexts {
  return {
    label: label ?? "",
    serialNumber: serialNumber ?? "",
    acquiredOn: acquiredOn ?? "",
    personId: personId ?? "",
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const key = requireKey(params)
  const unitPath = href("/admin/products/:id/exemplaires/:number", { id: key.productId, number: String(key.number) })
  const answer = (flash: Flash) => redirectWith(flash, unitPath)
  const failure = { log: "Error changing a unit", failed: saveFailed }
  const acts = {
    ...machineActs(editor, key, unitPath),
    enregistrer: act(UnitForm, (details, form) => save(editor, { key, details, form, unitPath }), failure),
    retirer: act(
      Consent,
      async ({ accepte }, form) => {
        const retired = await retireUnit({ actor: editor, key, accepted: accepte })
        if (retired.ok)
          return answer({
            kind: "success",
            title: "Exemplaire retiré",
            text: `Le stock a baissé d’un. ${vacatedText(retired.value)}`.trim(),
          })
        const { error } = retired
        if (error.kind === "needs-consent") return form.refuseWith({ vacated: error.bookings }, {}, { status: 409 })
        if (error.kind !== "still-booked") return answer(serviceMessages[error.kind])
        return form.refuseWith(
          { stillBooked: stillBookedView(error) },
          { form: "Cet exemplaire est encore nécessaire." },
          { status: 409 },
        )
      },
      failure,
    ),
    remettre: act(
      z.object({}),
      async () => {
        const returned = await returnUnit({ actor: editor, key })
        if (!returned.ok && returned.error.kind in serviceMessages)
          return answer(serviceMessages[returned.error.kind as keyof typeof serviceMessages])
        return answer({ kind: "success", title: "Exemplaire remis en service", text: "Le stock a monté d’un." })
      },
      failure,
    ),
    reparer: act(
      repairForm(dayInParis(new Date())),
      async ({ du, au, accepte }, form) => {
        const days = { firstDay: du, lastDay: au }
        const planned = await planRepair({ actor: editor, key, days, accepted: accepte })
        if (planned.ok) return answer(repairMessage(planned.value, days))
        if (planned.error.kind === "needs-consent")
          return form.refuseWith({ vacated: planned.error.bookings }, {}, { status: 409 })
        return form.refuse({ form: repairProblemText(planned.error) }, { status: 409 })
      },
      failure,
    ),
    terminer: act(
      RepairChoice,
      async ({ reparation }) => {
        const ended = await endRepair(editor, key, reparation)
        return answer(
          ended.ok
            ? { kind: "success", title: "Réparation terminée", text: "L’exemplaire se loue de nouveau." }
            : { kind: "error", title: "Cette réparation est déjà terminée", text: "Rien n’a été changé." },
        )
      },
      failure,
    ),
  }
  return handleForm(request, acts, { pictures: { prefix: INCIDENT_PHOTO_FIELD, max: MAX_INCIDENT_PHOTOS } })
}

const serviceMessages: Record<"gone" | "unchanged" | "last-unit", Flash> = {
  gone: { kind: "error", title: "Cet exemplaire n’existe plus", text: "Rien n’a été changé." },
  unchanged: { kind: "error", title: "C’était déjà fait", text: "La page montre l’état actuel." },
  "last-unit": {
    kind: "error",
    title: "C’est le dernier exemplaire en service",
    text: "Pour ne plus louer ce produit, désactivez-le.",
  },
}

type SaveDetails = { key: UnitKey; details: UnitDetails; form: CheckedForm; unitPath: string }

async function save(editor: Staff, { key, details, form, unitPath }: SaveDetails) {
  const saved = await saveUnit({ actor: editor, key, typed: details, loaded: parseLoadedForm(form) })
  if (saved.ok) return redirectWith({ kind: "success", title: "Exemplaire enregistré" }, unitPath)
  if (saved.error.kind === "gone")
    return form.refuse({ form: "Cet exemplaire a été supprimé entre-temps." }, { status: 409 })
  if (saved.error.kind === "no-such-person")
    return form.refuse({ personId: "Cette personne n’est plus de l’équipe." }, { status: 409 })
  const stored = await readUnit(key)
  return refuseStale(form, saved.error, {
    thing: "unit",
    labels: unitLabels,
    mine: unitTexts(details),
    stored: stored ? unitTexts(stored) : {},
  })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `${title} ${loaderData.number}, ${loaderData.productName}` : title,
    canonical: null,
  })

export default function ProductUnit({ loaderData: { live, ...view }, actionData }: Route.ComponentProps) {
  return (
    <>
      <Live live={live} />
      <UnitScreen key={`${view.productId}/${view.number}`} unit={view} refusal={actionData ?? null} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title={title}
        message="Cet exemplaire n’existe pas ou plus"
        to={productsPath}
        label="Voir les produits"
      />
    )
  }
  return <ScreenUnreadable title={title} message="L’exemplaire n’a pas pu être chargé" />
}
