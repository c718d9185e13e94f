import { useMemo } from "react"
import { dayLong } from "../../../domain/day-labels.ts"
import { useBackOfficeRole } from "../kit/back-office-role.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import { HomelessCard } from "../kit/booking/homeless-card.tsx"
import { rehouseHref } from "../kit/booking/rehouse-href.ts"
import { refusalFlash } from "../kit/booking/field-state.ts"
import type { Refusal } from "../../http/refusal.ts"
import { screens } from "../kit/screens.ts"
import { FirstStepsPanel } from "./first-steps-panel.tsx"
import { MachinesPanel } from "./machines-panel.tsx"
import { NextSteps } from "./next-steps.tsx"
import { OpenMatters } from "./open-matters.tsx"
import { Alarms, BankPanel, MessagesPanel, MissingPanel } from "./shop-state.tsx"
import { OccupancyPanel, RevenuePanel } from "./charts.tsx"
import { QuotesPanel } from "./quotes-panel.tsx"
import { TodayRefusal } from "./refused-request.tsx"
import { TodayRequests } from "./requests.tsx"
import type { TodayView } from "./view.ts"
import { WeekStrip } from "./week-strip.tsx"

export function TodayScreen({ view, refusal }: { view: TodayView; refusal: Refusal | null }) {
  const isAdmin = useBackOfficeRole() === "admin"
  const refusalMessage = useMemo(() => refusalFlash(refusal), [refusal])
  const { pending, refusing, toSend, contracts, payments, later, week, moves, today, now, flash } = view
  return (
    <>
      <header>
        <h1 className="title-page">{screens.today.title}</h1>
        <p className="soft">{dayLong(today)}</p>
      </header>
      <FlashMessage flash={refusalMessage ?? flash} />
      {refusing && <TodayRefusal booking={refusing} refusal={refusal} />}
      {isAdmin && view.firstSteps && <FirstStepsPanel steps={view.firstSteps} vatError={refusal?.errors["vatMode"]} />}
      <HomelessCard homeless={view.homeless} rehouseHref={rehouseHref} />
      <Alarms {...view} />
      <div className="desk-columns">
        <TodayRequests pending={pending} instant={view.instant} answered={view.answered} now={now} />
        <OpenMatters
          dateChanges={view.dateChanges}
          refunds={view.refunds}
          unexpectedMoney={view.unexpectedMoney}
          disputes={view.disputes}
          deposits={view.deposits}
          shifts={view.shifts}
          toSend={toSend}
          contracts={contracts}
          payments={payments}
          later={later}
        />
      </div>
      <QuotesPanel quotes={view.quotes} now={now} />
      <NextSteps steps={view.nextSteps} today={today} />
      <MachinesPanel checksDue={view.checksDue} printsToOrder={view.printsToOrder} />
      <WeekStrip week={week} moves={moves} today={today} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
        <RevenuePanel months={view.revenue} />
        <OccupancyPanel monthOccupancy={view.monthOccupancy} today={today} />
        <BankPanel count={view.bankLines} />
        <MessagesPanel count={view.newMessages} />
        {isAdmin && <MissingPanel missing={view.missing} legalGapCount={view.legalGapCount} />}
      </div>
    </>
  )
}
