import { data } from "react-router"
import { calculateDelivery } from "../../../server/finance/delivery-calculator.ts"
import { readFinanceSettings } from "../../../server/finance/queries.ts"
import { saveFinanceSettings } from "../../../server/finance/save-settings.ts"
import { log } from "../../../server/log.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { calculationWords } from "./calculation-words.ts"
import { FinanceScreen } from "./screen.tsx"
import { financeLabels } from "../kit/finance-view.ts"
import { screens } from "../kit/screens.ts"
import { parseForm } from "../../http/forms.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog, refuseStale, saveFailed, saveOrSay, saved, seenOf } from "../kit/edits.server.ts"
import { calculatorForm, financeForm, notPlaced, settingsOf } from "./form.server.ts"
import { financeView, storedWords } from "./load.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"

const here = "/admin/finance"
const { title } = screens.finance

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const view = financeView(await loadOrLog("Error loading settings", () => readFinanceSettings()))
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const asked = await parseForm(request.clone(), calculatorForm)
  if (asked.ok) return calculate(asked)
  const form = await parseForm(request, financeForm)
  if (!form.ok) return form.refusal
  const read = settingsOf(form.value)
  if (!read.ok) return form.refuse(read.errors)
  const seen = seenOf(form.value.vu) ?? new Date(0)
  const outcome = await saveOrSay(form, "Error saving settings", saveFailed, () =>
    saveFinanceSettings(editor, read.settings, seen),
  )
  if (!outcome.ok) return outcome.refusal
  if (outcome.value.ok) return redirectWith(saved, here)
  const { error } = outcome.value
  if (error.kind === "not-placed") return form.refuse({ warehouseStreet: notPlaced })
  return refuseStale(form, error, financeLabels, storedWords(await readFinanceSettings()))
}

type Asked = Extract<Awaited<ReturnType<typeof parseForm<typeof calculatorForm>>>, { ok: true }>

/** Answers the calculator; nothing is written. */
async function calculate(form: Asked) {
  const { intent: _, ...address } = form.value
  if (address.zipCode === "" && address.city === "")
    return form.refuse({ city: "Indiquez un code postal ou une ville." })
  try {
    return data({ calculation: calculationWords(await calculateDelivery(address), address) })
  } catch (error) {
    log.error("Error calculating delivery", { error })
    return form.refuse({ form: "Le calcul n’a pas abouti. Réessayez dans un instant." }, 503)
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

/** For the owner: what deliveries, payments and cancellations cost. */
export default function Finance({ loaderData, actionData }: Route.ComponentProps) {
  const calculation = actionData && "calculation" in actionData ? actionData.calculation : null
  const refusal = actionData && "errors" in actionData ? actionData : null
  return <FinanceScreen view={loaderData} refusal={refusal} calculation={calculation} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les paramètres n’ont pas pu être chargés" />
}
