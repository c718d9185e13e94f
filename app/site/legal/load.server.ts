import { data, href } from "react-router"
import { legalFacts } from "../../../domain/content/legal-facts.ts"
import { fillTemplate } from "../../../domain/content/legal-template.ts"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-words.ts"
import { legalTitles, legalVersions, readLegalText } from "../../../server/content/legal.ts"
import { type LegalPage } from "../../../domain/content/legal-pages.ts"
import { renderMarkdown } from "../../../server/rendering/markdown.ts"
import { readSiteConfig } from "../../../server/content/site.ts"
import { readFinanceSettings } from "../../../server/finance/queries.ts"
import { log } from "../../../server/log.ts"
import type { LegalView } from "./view.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"

/**
 * A legal page as a visitor reads it: the text in force or "?version=", filled with the company's facts (D24). Throws a
 * 404 for a version that never was.
 */
export async function readLegalPage(page: LegalPage, url: URL): Promise<LegalView> {
  const asked = url.searchParams.get("version")
  if (asked !== null && !/^[1-9]\d{0,5}$/.test(asked)) throw data(null, { status: 404 })
  const [text, versions, titles, config, finance] = await Promise.all([
    readLegalText(page, asked === null ? null : Number(asked)),
    legalVersions(page),
    legalTitles(),
    readSiteConfig(),
    readFinanceSettings(),
  ])
  if (text === null) throw data(null, { status: 404 })

  const publishedOn = dayInParis(text.publishedAt)
  const inForce = text.version === versions[0]?.version
  // What is no longer in force reads as it did; what is follows the company, which moves and changes its telephone.
  const facts =
    (inForce ? null : text.facts) ??
    legalFacts(config, finance, { origin: canonicalUrl("/").replace(/\/$/, ""), publishedOn })
  const { text: markdown, unknown } = fillTemplate(text.content, facts)
  if (unknown.length > 0) log.warn("A legal text names facts that are none", { page, version: text.version, unknown })
  const { html, headings } = renderMarkdown(markdown, { anchors: true })
  return {
    page,
    title: text.title,
    html,
    headings,
    version: text.version,
    date: dayMedium(publishedOn),
    inForce,
    versions: versions.map(({ version, publishedAt }) => ({ version, date: dayMedium(dayInParis(publishedAt)) })),
    others: titles.filter((other) => other.page !== page),
  }
}

/** An old version is nobody's search result. */
export function canonicalOf({ page, inForce }: LegalView): string | null {
  return inForce ? canonicalUrl(href("/legal/:page", { page })) : null
}
