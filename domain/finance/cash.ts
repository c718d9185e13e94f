import type { Cents } from "../money.ts"

/** Limit for residents and businesses (L112-6, D112-3 CMF; D74). */
export const MAX_CASH: Cents = 100_000
export const MAX_CASH_FROM_ABROAD: Cents = 1_000_000
