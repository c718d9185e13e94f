import { data, href } from "react-router"
import { dayInParis } from "../../../domain/day.ts"
import { halfYearLabel, rateLabel } from "../../../domain/invoicing/legal-interest.ts"
import { calculateDelivery } from "../../../server/shop/settings/delivery-calculator.ts"
import { readFinanceSettings } from "../../../server/shop/settings/queries.ts"
import { saveFinanceSettings } from "../../../server/shop/settings/save-settings.ts"
import { recordLegalRate } from "../../../server/money/invoicing/legal-rates.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { describeCalculation } from "./calculation-messages.ts"
import { FinanceScreen } from "./screen.tsx"
import { financeLabels } from "../kit/finance-view.ts"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, refuseStale, saveFailed, settingsSaved } from "../kit/edits.server.ts"
import {
  CalculatorForm,
  FinanceForm,
  RateForm,
  unknownAddressMessage,
  rateProblems,
  shopHoursErrors,
  toSettings,
  unlawfulWithdrawal,
} from "./form.server.ts"
import { readFinance, settingsAsText } from "./load.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"

const financePath = href("/admin/finance")
const { title } = screens.finance

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading settings", () => readFinance(dayInParis(new Date())))
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  return handleForm(request, {
    enregistrer: act(
      FinanceForm,
      async (sent, form) => {
        const parsed = toSettings(sent)
        if (!parsed.ok) return form.refuse(parsed.errors)
        const outcome = await saveFinanceSettings(editor, parsed.settings, parseLoadedForm(form))
        if (outcome.ok) return redirectWith(settingsSaved, financePath)
        const { error } = outcome
        if (error.kind === "not-placed") return form.refuse({ warehouseStreet: unknownAddressMessage })
        if (error.kind === "withdrawal-days") return form.refuse({ withdrawalDays: unlawfulWithdrawal })
        if (error.kind === "hours") return form.refuse(shopHoursErrors(error.problem, parsed.settings))
        return refuseStale(form, error, {
          thing: "page",
          labels: financeLabels,
          mine: settingsAsText(parsed.settings),
          stored: settingsAsText(await readFinanceSettings()),
        })
      },
      { log: "Error saving settings", failed: saveFailed },
    ),
    taux: act(
      RateForm,
      async ({ since, rate }, form) => {
        const noted = await recordLegalRate(editor, { since, basisPoints: Math.round(rate * 100) })
        if (!noted.ok) return form.refuse(rateProblems[noted.error.kind])
        const title = `Taux d’intérêt légal du ${halfYearLabel(since)} noté\u00a0: ${rateLabel(noted.value.basisPoints)}`
        return redirectWith({ kind: "success", title }, financePath)
      },
      { log: "Error noting a legal rate", failed: saveFailed },
    ),
    calculer: act(
      CalculatorForm,
      async (address, form) => {
        if (address.zipCode === "" && address.city === "")
          return form.refuse({ city: "Indiquez un code postal ou une ville." })
        return data({ calculation: describeCalculation(await calculateDelivery(address), address) })
      },
      { log: "Error calculating delivery", failed: "Le calcul n’a pas abouti. Réessayez dans un instant." },
    ),
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Finance({ loaderData, actionData }: Route.ComponentProps) {
  const calculation = actionData && "calculation" in actionData ? actionData.calculation : null
  const refusal = actionData && "errors" in actionData ? actionData : null
  return <FinanceScreen view={loaderData} refusal={refusal} calculation={calculation} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les paramètres n’ont pas pu être chargés" />
}
