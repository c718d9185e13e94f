import { periods } from "../../domain/retention/periods.ts"
import { deleteExpiredAnswers } from "../outside/api/idempotency.ts"
import { deleteExpired } from "../accounts/auth/delete-expired.ts"
import { deleteExpiredSigningCodes } from "../contracts/signing-code.ts"
import { deleteEndedCarts } from "../bookings/cart/delete-ended.ts"
import { checkTakings } from "../money/finance/takings/check.ts"
import { closeTakings } from "../money/finance/takings/close.ts"
import { removeUnusedImages } from "../platform/images/remove-unused.ts"
import { log } from "../platform/log.ts"
import { deleteOldMails, settleLostMails } from "../outside/mails/maintain-ledger.ts"
import { deleteOldSubscriptions } from "../outside/newsletter/subscription.ts"
import { refreshOutsideCalendars } from "../outside/outside-calendars/refresh.ts"
import { reconcileRefunds } from "../money/payments/reconcile-refunds.ts"
import { recordErasure, eraseExpired } from "./retention/erase-expired.ts"
import { collectUnfinished } from "../leads/edit-leads.ts"
import { deleteOldPageViews } from "../reports/statistics/page-views.ts"
import { sweep, sweeps } from "./sweeps/all.ts"
import { sweepNames } from "../platform/queue/sweep-names.ts"
import { deleteOldWebhookMessages, sendWebhooks } from "../outside/webhooks/send.ts"

type Job = {
  name: string
  /** Cron expression, Europe/Paris. */
  schedule: string
  description: string
  /** Must be idempotent. */
  run(at: Date): Promise<string>
}

const A_DAY = 24 * 60 * 60 * 1000

const sweepJobs: readonly Job[] = sweepNames.map((name) => ({
  name,
  schedule: sweeps[name].schedule,
  description: sweeps[name].description,
  run: (at) => sweep(name, at),
}))

/** Nothing a customer sees depends on a job: readers check the deadlines themselves. */
export const jobs: readonly Job[] = [
  ...sweepJobs,
  {
    name: "retain",
    schedule: "23 4 * * *",
    description:
      "Erases messages, drafts, old contracts, addresses and outbox mails kept for as long as the texts say.",
    run: eraseExpired,
  },
  {
    name: "release-holds",
    schedule: "*/5 * * * *",
    description:
      "Removes the holds of carts that have ended, gives their units to rentals that wait for one, and removes the carts after a day.",
    async run(at) {
      const { holds, ended } = await deleteEndedCarts(at)
      return `${holds} holds released, ${ended} carts removed`
    },
  },
  {
    name: "refresh-calendars",
    schedule: "*/30 * * * *",
    description: "Reads the calendars of elsewhere, whose events take days of the products rented there too.",
    run: (at) => refreshOutsideCalendars(at),
  },
  {
    name: "reconcile-refunds",
    schedule: "7 5 * * *",
    description: "Asks the provider again of refunds by card and of disputes, for what its messages did not tell.",
    run: reconcileRefunds,
  },
  {
    name: "forget-sessions",
    schedule: "17 3 * * *",
    description: "Removes sessions, sign-in counters and the links of mails that have ended.",
    async run(at) {
      const { sessions, counters, links } = await deleteExpired(at)
      await deleteExpiredSigningCodes(at)
      return `${sessions} sessions, ${counters} counters and ${links} links removed`
    },
  },
  {
    name: "forget-answers",
    schedule: "37 3 * * *",
    description: "Removes what programs were answered more than a day ago under an Idempotency-Key.",
    async run(at) {
      return `${await deleteExpiredAnswers(at)} answers removed`
    },
  },
  {
    name: "send-webhooks",
    schedule: "*/5 * * * *",
    description: "Tells the owner's other programs what they were not told yet, again where they did not answer.",
    run: (at) => sendWebhooks(at),
  },
  {
    name: "forget-webhook-messages",
    schedule: "47 3 * * *",
    description: "Removes what other programs were told more than thirty days ago, with what they answered.",
    async run(at) {
      return `${await deleteOldWebhookMessages(at)} messages removed`
    },
  },
  {
    name: "remove-unused-images",
    schedule: "41 3 * * *",
    description: "Removes pictures that nothing has shown for a day since they were uploaded, with their files.",
    async run(at) {
      const { pictures, strayFiles } = await removeUnusedImages(new Date(at.getTime() - A_DAY))
      return `${pictures} pictures and ${strayFiles} files removed`
    },
  },
  {
    name: "close-takings",
    schedule: "12 0 * * *",
    description: "Closes the register of takings for each day, month and year that is over, and checks all of it.",
    async run(at) {
      const closed = await closeTakings(at)
      const { entries, found: findingCount } = await checkTakings(new Date())
      if (findingCount > 0) log.error("The register of takings was altered", { findings: findingCount })
      return `${closed} closings made, ${entries} entries checked, ${findingCount} findings`
    },
  },
  {
    name: "collect-leads",
    schedule: "*/30 * * * *",
    description: "Lists bookings that customers began and left for an hour.",
    run: collectUnfinished,
  },
  {
    name: "forget-page-views",
    schedule: "53 3 * * *",
    description: `Removes page views that are older than ${periods.pageViewMonths} months, the longest that the CNIL accepts.`,
    async run(at) {
      const removed = await deleteOldPageViews(at)
      await recordErasure("page-views", removed, at)
      return `${removed} sums removed`
    },
  },
  {
    name: "settle-mails",
    schedule: "*/5 * * * *",
    description: "Lists as undelivered the mails that the queue will not try any more.",
    async run(at) {
      return `${await settleLostMails(at)} mails given up`
    },
  },
  {
    name: "forget-mails",
    schedule: "29 4 * * *",
    description:
      "Forgets mails that concern no booking: a week after they left, three months after they could not be delivered.",
    async run(at) {
      const removed = await deleteOldMails(at)
      await recordErasure("mails", removed, at)
      return `${removed} mails removed`
    },
  },
  {
    name: "forget-subscriptions",
    schedule: "11 4 * * *",
    description:
      "Removes newsletter addresses not confirmed 30 days after their link ended, and those that left three years ago.",
    async run(at) {
      const { unconfirmed, unsubscribed } = await deleteOldSubscriptions(at)
      await recordErasure("newsletter", unconfirmed + unsubscribed, at)
      return `${unconfirmed} unconfirmed and ${unsubscribed} unsubscribed addresses removed`
    },
  },
]

/** Operators use these names, so they must not change. */
export const jobGroups: Readonly<Record<string, readonly string[]>> = {
  "expire-contracts": ["end-unsigned"],
  reminders: ["remind-to-sign", "tell-waiting", "tell-day-before"],
  "balance-due": ["ask-payments"],
  retention: ["retain", "erase-dormant"],
}

class UnknownJob extends Error {
  override name = "UnknownJob"
}

export async function runJob(name: string, at: Date): Promise<string> {
  const group = Object.hasOwn(jobGroups, name) ? jobGroups[name] : undefined
  if (group) {
    const done: string[] = []
    for (const each of group) done.push(`${each}: ${await runJob(each, at)}`)
    return done.join("; ")
  }
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job) throw new UnknownJob(`There is no job “${name}”. Known: ${jobs.map((each) => each.name).join(", ")}.`)
  return job.run(at)
}
