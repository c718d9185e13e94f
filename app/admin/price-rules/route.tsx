import { data, href } from "react-router"
import type { Staff } from "../../../domain/accounts/party.ts"
import { isId } from "../../../domain/id.ts"
import { changeLabel, daysLabel } from "../../../domain/pricing/price-labels.ts"
import { ruleWhenLabel } from "../../../domain/pricing/price-rule-labels.ts"
import { type PriceRule, type RuleFields, priceRuleKinds } from "../../../domain/pricing/price-rule.ts"
import {
  type StoredRule,
  addPriceRule,
  listPriceRules,
  listRuleTargets,
  removePriceRule,
  savePriceRule,
  switchPriceRule,
} from "../../../server/catalog/edit-price-rules.ts"
import { type CheckedForm, act, handleForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { parseLoadedForm, refuseStale, requireEditor, saveFailed } from "../kit/edits.server.ts"
import { EntryAct } from "../kit/entry-forms.ts"
import type { Flash } from "../kit/flash.ts"
import { redirectWith, refuseWithFlash, takeFlash, undoable } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { ruleForms, ruleLabels, ruleTexts, targetKey, targetKeys } from "./fields.ts"
import { RulesScreen } from "./screen.tsx"
import { type RuleEditor, type RuleRow, type RulesView, type TargetChoice, kindFromAddress } from "./view.ts"

const path = href("/admin/regles-de-prix")
const { title } = screens.priceRules
const gone: Flash = { kind: "error", title: "Cette règle n’existe plus", text: "Rien n’a été changé." }

/** `?regle=` names a rule, or the kind of a new one. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [rules, products] = await loadScreen("Error loading price rules", () =>
    Promise.all([listPriceRules(), listRuleTargets()]),
  )
  const { flash, headers } = await takeFlash(request)
  const choices: TargetChoice[] = products.flatMap(({ id, name, plans }) => [
    { key: targetKey.product(id), label: name, isProduct: true },
    ...plans.map((plan) => ({ key: targetKey.plan(plan.key), label: plan.name, isProduct: false })),
  ])
  const address = url.searchParams.get("regle")
  const removing = rules.find(({ id }) => id === url.searchParams.get("supprimer"))
  const editor = address === null ? null : toEditor(address, rules)
  const view: RulesView = {
    rules: rules.map((rule) => toRow(rule, choices)),
    editor,
    choices,
    removing: removing ? { id: removing.id, name: removing.name } : null,
    flash,
  }
  return data(view, { headers, status: address !== null && editor === null ? 404 : 200 })
}

function toRow(rule: StoredRule, choices: readonly TargetChoice[]): RuleRow {
  const { id, name, priority, isActive } = rule
  const minimum = rule.kind === "season" && rule.minimumDays !== null && `${daysLabel(rule.minimumDays)} au moins`
  const keys = targetKeys(rule.targets)
  const labels = choices.filter(({ key }) => keys.includes(key)).map(({ label }) => label)
  return {
    id,
    name,
    priority,
    isActive,
    change: [rule.value !== 0 && changeLabel(rule), minimum].filter(Boolean).join(", "),
    when: ruleWhenLabel(rule),
    subject: rule.targets === null ? "" : labels.join(", ") || "plus aucun produit",
  }
}

function toEditor(address: string, rules: readonly StoredRule[]): RuleEditor | null {
  const kind = kindFromAddress(address)
  const stored = rules.find(({ id }) => id === address) ?? null
  if (!kind && !stored) return null
  return {
    id: stored?.id ?? "",
    version: stored?.updatedAt.toISOString() ?? "",
    kind: kind ?? (stored as PriceRule).kind,
    texts: ruleTexts(stored),
    weekdays: stored?.kind === "day" ? stored.weekdays : [],
    onHolidays: stored?.kind === "day" && stored.onHolidays,
    isYearly: stored?.kind === "season" ? stored.isYearly : true,
    targets: targetKeys(stored?.targets ?? null),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const answer = (flash: Flash) => redirectWith(flash, path)
  const failure = {
    log: "Error changing a price rule",
    failed: "La règle n’a pas pu être changée",
    refused: refuseWithFlash(path),
  }
  const switchTo = (isActive: boolean, title: string) =>
    act(
      EntryAct,
      async ({ id }) => {
        const switched = await switchPriceRule({ actor: editor, id, isActive })
        return answer(switched.ok ? { kind: "success", title } : gone)
      },
      failure,
    )
  return handleForm(request, {
    enregistrer: (posted: PostedForm) => {
      const kind = priceRuleKinds.find((each) => each === posted.fields.get("kind")) ?? "season"
      const failedSave = { log: "Error saving a price rule", failed: saveFailed }
      return act(ruleForms[kind], (fields, form) => save(editor, { fields, form, answer }), failedSave)(posted)
    },
    activer: switchTo(true, "Règle activée"),
    desactiver: switchTo(false, "Règle désactivée"),
    supprimer: act(
      EntryAct,
      async ({ id }) => {
        const removed = await removePriceRule({ actor: editor, id })
        if (!removed.ok) return answer(gone)
        return answer({ kind: "success", title: "Règle supprimée", ...undoable("rule.removed", removed.value) })
      },
      failure,
    ),
  })
}

type SaveRule = { fields: RuleFields; form: CheckedForm; answer: (flash: Flash) => Promise<Response> }

async function save(actor: Staff, { fields, form, answer }: SaveRule) {
  const id = form.fields.get("id") ?? ""
  if (!isId(id)) {
    await addPriceRule({ actor, fields })
    return answer({ kind: "success", title: "Règle ajoutée", text: "Elle compte dès maintenant." })
  }
  const saved = await savePriceRule({ actor, id, fields, loaded: parseLoadedForm(form) })
  if (saved.ok) return answer({ kind: "success", title: "Règle enregistrée" })
  if (saved.error.kind === "gone")
    return form.refuse(
      { form: "Cette règle a été supprimée entre-temps. Votre saisie est toujours là." },
      { status: 409 },
    )
  const stored = (await listPriceRules()).find((rule) => rule.id === id)
  return refuseStale(form, saved.error, {
    thing: "price-rule",
    labels: ruleLabels,
    mine: conflictTexts(fields),
    stored: stored ? conflictTexts(stored) : {},
  })
}

function conflictTexts(rule: RuleFields): Readonly<Record<string, unknown>> {
  const { name, unit, priority, targets } = rule
  const texts = ruleTexts(rule)
  return {
    name,
    priority,
    changeUnit: unit === "percent" ? "pour cent" : "euros",
    changeValue: texts.change,
    ruledProducts: targets ? `${targets.products.length} choisis` : "tous",
    ruledPlans: targets ? `${targets.plans.length} choisies` : "toutes",
    seasonFrom: texts.from,
    seasonTo: texts.to,
    isYearly: rule.kind === "season" && rule.isYearly,
    minimumDays: texts.minimumDays,
    ruledWeekdays: rule.kind === "day" ? rule.weekdays : [],
    onHolidays: rule.kind === "day" && rule.onHolidays,
    atLeast: texts.atLeast,
    atMost: texts.atMost,
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function PriceRules({ loaderData, actionData }: Route.ComponentProps) {
  return <RulesScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les règles de prix n’ont pas pu être chargées" />
}
