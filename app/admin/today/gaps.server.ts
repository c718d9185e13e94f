import { href } from "react-router"
import { isPubliclyReachable } from "../../../server/shop/content/warn-missing-facts.ts"
import { toOpeningHours } from "../../../domain/content/business-facts.ts"
import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { listOutdatedPages } from "../../../server/shop/content/edit-legal.ts"
import { currentFacts } from "../../../server/shop/content/freeze-legal.ts"
import { readLegalRates } from "../../../server/money/invoicing/legal-rates.ts"
import { environment } from "../../../server/platform/environment.server.ts"
import { halfYearLabel, halfYearsWithoutRate, rateLabel } from "../../../domain/invoicing/legal-interest.ts"
import type { SiteConfig } from "../../../server/shop/content/site.ts"
import { type FinanceSettings, warehousePoint } from "../../../server/shop/settings/queries.ts"
import type { ShopCounts } from "../../../server/reports/today/queries.ts"
import { legalNames } from "../kit/legal-names.ts"
import type { TodayView } from "./view.ts"
import { configurationGaps } from "./configuration-gaps.ts"
import { firstSteps } from "./first-steps.ts"
import { cardMode } from "../../../server/money/payments/current.server.ts"
import { findHiddenProduct } from "../../../server/reports/today/new-shop.ts"
import { installationGaps } from "./installation-gaps.ts"

export async function readGaps({
  site,
  finance,
  counts,
  now,
}: {
  site: SiteConfig
  finance: FinanceSettings
  counts: ShopCounts
  now: Date
}): Promise<Pick<TodayView, "legalGapCount" | "firstSteps" | "missing">> {
  const [steps, rates, outdatedPages] = await Promise.all([
    readFirstSteps(site, finance, counts.activeProducts),
    rateGap(dayInParis(now)),
    listOutdatedPages(currentFacts(site, finance)),
  ])
  const { legalGapCount, missing } = configurationGaps({
    facts: missingFacts(site, finance),
    isOfFinance: (fact) => fact in finance,
    hasOpeningHours: toOpeningHours(site) !== null,
    isDepotUnplaced: finance.warehouseCity !== "" && !warehousePoint(finance),
    hasFirstSteps: steps !== null,
    isPublic: isPubliclyReachable(environment),
  })
  return {
    legalGapCount,
    firstSteps: steps,
    missing: [
      ...(steps === null ? installationGaps(environment) : []),
      ...rates,
      ...missing,
      ...webhookGap(counts.stoppedWebhooks),
      ...textGaps(counts),
      ...outdatedPages.map((page) => ({
        label: `texte à publier de nouveau, vos réglages ont changé\u00a0: ${legalNames[page]}`,
        href: href("/admin/legal/:page", { page }),
      })),
    ],
  }
}

/** null once every step is done, and in the demonstration; "À compléter" lists the gaps from then on. */
async function readFirstSteps(
  site: SiteConfig,
  finance: FinanceSettings,
  activeProducts: number,
): Promise<TodayView["firstSteps"]> {
  if (site.exampleClaims.length > 0) return null
  const steps = firstSteps({
    companyName: site.companyName,
    missing: missingFacts(site, finance),
    hasOpeningHours: toOpeningHours(site) !== null,
    hasDepot: warehousePoint(finance) !== null,
    confirmedSteps: site.confirmedSteps,
    isCardReady: cardMode() === "stripe",
    hasIban: Boolean(finance.iban),
    canSendMail: environment.smtpUrl !== null,
    hasOwnAddress: environment.isOriginConfigured,
    origin: environment.origin,
    activeProducts,
    hiddenProduct: activeProducts > 0 ? null : await findHiddenProduct(),
  })
  return steps.every(({ done }) => done) ? null : steps
}

/** Webhooks are stopped after failing for three days. */
function webhookGap(stopped: number): TodayView["missing"] {
  if (stopped === 0) return []
  const label =
    stopped > 1
      ? `${stopped} webhooks arrêtés\u00a0: leurs programmes ne répondent plus`
      : "webhook arrêté\u00a0: son programme ne répond plus"
  return [{ label, href: href("/admin/webhooks") }]
}

/** Interest uses the rate of each half-year (L214-2); the last recorded rate applies until the next. */
async function rateGap(today: Day): Promise<TodayView["missing"]> {
  const rates = await readLegalRates()
  const missing = halfYearsWithoutRate(rates, today)
  if (missing.length === 0) return []
  const last = rateLabel(rates.at(-1)?.basisPoints ?? 0)
  return [
    {
      label: `taux d’intérêt légal du ${missing.map(halfYearLabel).join(" et du ")} (le dernier connu sert en attendant, ${last})`,
      href: `${href("/admin/finance")}#taux-legal`,
    },
  ]
}

function textGaps({ hasAboutText, hasServicesText }: ShopCounts): TodayView["missing"] {
  return [
    ...(hasAboutText ? [] : [{ label: "texte de la page À propos", href: href("/admin/about") }]),
    ...(hasServicesText ? [] : [{ label: "texte de la page Services", href: href("/admin/services") }]),
  ]
}
