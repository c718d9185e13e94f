import type { CompanyProposal } from "../../../../../../server/accounts/customers/company-proposal.ts"
import type { SafeHtml } from "../../../../../../isomorphic/safe-html.ts"
import type { SigningView } from "../../signing-view.ts"
import type { HomeQuestion } from "../../../../kit/home-fields.tsx"
import type { QuoteView, Taken } from "../view.ts"

export type AcceptanceView = Pick<SigningView, "terms" | "ticksNeeded" | "summary"> & {
  number: string
  version: number
  ticked: readonly string[]
  validUntil: Date
  /** null while the shop has no text. */
  contract: { id: string; sha256: string; html: SafeHtml } | null
  homeQuestion: HomeQuestion | null
  company: { proposal: CompanyProposal; values: Readonly<Record<string, string>> }
  change: QuoteView["change"]
  taken: Taken | null
  back: string
}
