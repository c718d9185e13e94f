import { NOT_DUE, type Sweep } from "../../platform/queue/sweep.ts"
import { remindQuote, selectQuotesToRemind } from "../../quotes/remind-quote.ts"

export const remindQuotes: Sweep = {
  schedule: "*/10 * * * *",
  description: "Reminds readers of quotes that wait for their answer, once a day at most.",
  lateAfterMinutes: 60,
  due: (at) => selectQuotesToRemind(at),
  run: async (id, at) => ((await remindQuote(id, { at })) ? "reminded" : NOT_DUE),
}
