import { type RouterContextProvider, data, href } from "react-router"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { listLegalTitles, listLegalVersions, readLegalText } from "../../../server/shop/content/legal.ts"
import { type LegalPage } from "../../../domain/content/legal-pages.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { loadCurrentFacts, filledText } from "../../../server/shop/content/freeze-legal.ts"
import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { readSiteConfig } from "../../../server/shop/content/site.ts"
import { readFinanceSettings } from "../../../server/shop/settings/queries.ts"
import { getVisitor } from "../../http/visitor.server.ts"
import type { LegalView } from "./view.ts"
import { legalFilePath } from "../../http/legal-path.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"

/** The frozen text of the current or requested version (D24, D44). Throws 404 for an unknown one. */
export async function readLegalPage(page: LegalPage, url: URL): Promise<LegalView> {
  const requestedVersion = url.searchParams.get("version")
  if (requestedVersion !== null && !/^[1-9]\d{0,5}$/.test(requestedVersion)) throw data(null, { status: 404 })
  const [text, versions, titles, factsAt] = await Promise.all([
    readLegalText(page, requestedVersion === null ? null : Number(requestedVersion)),
    listLegalVersions(page),
    listLegalTitles(),
    loadCurrentFacts(),
  ])
  if (text === null) throw data(null, { status: 404 })

  const publishedOn = dayInParis(text.publishedAt)
  const inForce = text.version === versions[0]?.version
  const { html, headings } = renderMarkdown(filledText(text, factsAt), { anchors: true })
  return {
    page,
    title: text.title,
    html,
    headings,
    version: text.version,
    date: dayMedium(publishedOn),
    inForce,
    file: text.filled === null ? null : legalFilePath(page, text.version),
    versions: versions.map(({ version, publishedAt }) => ({ version, date: dayMedium(dayInParis(publishedAt)) })),
    others: titles.filter((other) => other.page !== page),
  }
}

/** Only the owner learns what is missing; empty for anyone else. */
export async function missingLegalFacts(context: Readonly<RouterContextProvider>): Promise<string[]> {
  if (!getVisitor(context)?.isAdmin) return []
  const [config, finance] = await Promise.all([readSiteConfig(), readFinanceSettings()])
  return missingFacts(config, finance).map(({ label }) => label)
}

/** Search engines must not list old versions. */
export function legalCanonicalUrl({ page, inForce }: LegalView): string | null {
  return inForce ? canonicalUrl(href("/legal/:page", { page })) : null
}
