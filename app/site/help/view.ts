import type { SearchableQuestion } from "../../../isomorphic/text/faq-search.ts"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"

/** A question with its answer as text, to be searched, and as the page shows it. */
export type FaqQuestionView = SearchableQuestion & { slug: string; html: SafeHtml }
