import type { Cents } from "../money.ts"

/** Above it a debt is not paid in cash, by residents and by whoever acts for a business (L112-6, D112-3 CMF; D74). */
export const MAX_CASH: Cents = 100_000
/** For a private person who has shown to live abroad. */
export const MAX_CASH_FROM_ABROAD: Cents = 1_000_000
