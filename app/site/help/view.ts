import type { SearchableQuestion } from "../../../isomorphic/text/faq-search.ts"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"

export type FaqQuestionView = SearchableQuestion & { slug: string; html: SafeHtml }
