import { eq, sql } from "drizzle-orm"
import { system } from "../../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderDormantNotice } from "../../booking-record/booking-mails.ts"
import { lastActivity, isErasable } from "../retention/last-activity.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { NOT_DUE, type Sweep, instant } from "../../platform/queue/sweep.ts"

const { accountYears, accountNoticeDays } = periods

const hasValidNotice = (at: Date) => sql`(dormant_told_at is not null and dormant_told_at > ${lastActivity}
  and (erase_on is not null or dormant_told_at > ${instant(at)} - ${accountNoticeDays} * interval '1 day'))`

export const tellDormant: Sweep = {
  schedule: "7 10 * * *",
  description: "Tells whoever has not used their account for nearly three years that it ends in thirty days.",
  lateAfterMinutes: 3 * 24 * 60,
  due: (at) => {
    const cutoff = sql`${instant(at)} - ${accountYears} * interval '1 year' + ${accountNoticeDays} * interval '1 day'`
    return sql`
      select id from profiles
      where profiles.created_at <= ${cutoff} and ${isErasable(at)} and not ${hasValidNotice(at)} and ${lastActivity} <= ${cutoff}`
  },
  async run(id, at) {
    return transaction(async (tx) => {
      const [profile] = await tx.select().from(profiles).where(eq(profiles.id, id)).for("update")
      const { rows } = await tx.execute(sql`select id from (${tellDormant.due(at)}) due where id = ${id}`)
      if (!profile || rows.length === 0) return NOT_DUE
      const erasedOn = addDays(dayInParis(at), accountNoticeDays)
      const hasMail = profile.email.trim() !== ""
      // `startNoticePeriod` sets the day once the notice was sent or bounced.
      const eraseOn = hasMail ? null : erasedOn
      await tx.update(profiles).set({ dormantToldAt: at, eraseOn }).where(eq(profiles.id, id))
      if (!hasMail) return "without a mail"
      await recordEvent(tx, {
        by: system,
        action: "person.dormant-told",
        subject: id,
        details: { erasedOn },
        at,
      })
      await orderDormantNotice(tx, profile, { erasedOn }, at)
      return "told"
    })
  },
}
