import { type RouterContextProvider, data, href } from "react-router"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { legalTitles, legalVersions, readLegalText } from "../../../server/shop/content/legal.ts"
import { type LegalPage } from "../../../domain/content/legal-pages.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { presentFacts, wordsOf } from "../../../server/shop/content/freeze-legal.ts"
import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { readSiteConfig } from "../../../server/shop/content/site.ts"
import { readFinanceSettings } from "../../../server/shop/settings/queries.ts"
import { getVisitor } from "../../http/visitor.server.ts"
import type { LegalView } from "./view.ts"
import { legalFilePath } from "../../http/legal-path.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"

/**
 * A legal page as a visitor reads it: the text in force or "?version=", in the words that were frozen (D24, D44). Throws a
 * 404 for a version that never was.
 */
export async function readLegalPage(page: LegalPage, url: URL): Promise<LegalView> {
  const asked = url.searchParams.get("version")
  if (asked !== null && !/^[1-9]\d{0,5}$/.test(asked)) throw data(null, { status: 404 })
  const [text, versions, titles, factsAt] = await Promise.all([
    readLegalText(page, asked === null ? null : Number(asked)),
    legalVersions(page),
    legalTitles(),
    presentFacts(),
  ])
  if (text === null) throw data(null, { status: 404 })

  const publishedOn = dayInParis(text.publishedAt)
  const inForce = text.version === versions[0]?.version
  const { html, headings } = renderMarkdown(wordsOf(text, factsAt), { anchors: true })
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

/**
 * What the law wants on these pages and nobody has given, for the owner who reads them; empty for everybody else, who
 * reads neither the line nor that it is missing.
 */
export async function missingForOwner(context: Readonly<RouterContextProvider>): Promise<string[]> {
  if (!getVisitor(context)?.isAdmin) return []
  const [config, finance] = await Promise.all([readSiteConfig(), readFinanceSettings()])
  return missingFacts(config, finance).map(({ label }) => label)
}

/** An old version is nobody's search result. */
export function canonicalOf({ page, inForce }: LegalView): string | null {
  return inForce ? canonicalUrl(href("/legal/:page", { page })) : null
}
