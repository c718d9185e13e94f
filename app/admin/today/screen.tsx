import { useMemo } from "react"
import { dayLong, dayMedium } from "../../../domain/day-labels.ts"
import { useBackOfficeRole } from "../kit/back-office-role.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import { HomelessCard } from "../kit/booking/homeless-card.tsx"
import { rehouseHref } from "../kit/booking/rehouse-href.ts"
import { refusalFlash } from "../kit/booking/field-state.ts"
import type { Refusal } from "../../http/refusal.ts"
import { screens } from "../kit/screens.ts"
import { FirstStepsPanel } from "./first-steps-panel.tsx"
import { MachinesPanel } from "./machines-panel.tsx"
import { OpenMatters } from "./open-matters.tsx"
import { Alarms, BankPanel, MessagesPanel, MissingPanel } from "./shop-state.tsx"
import { OccupancyPanel, RevenuePanel } from "./charts.tsx"
import { QuotesPanel } from "./quotes-panel.tsx"
import { TodayRequests } from "./requests.tsx"
import type { TodayView } from "./view.ts"
import { WeekStrip } from "./week-strip.tsx"
import { leadHref } from "../kit/lead-href.ts"
import { Link, href } from "react-router"
import type { Day } from "../../../domain/day.ts"
import type { NextStep } from "../../../server/leads/list-leads.ts"
import { CountBadge } from "../../ui/count-badge.tsx"
import { Tag } from "../../ui/tag.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { RefusalForm } from "../kit/booking/refusal-sheet.tsx"
import { Sheet } from "../kit/sheet.tsx"
import { todayPath } from "./url.ts"

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

function NextSteps({ steps, today }: { steps: readonly NextStep[]; today: Day }) {
  if (steps.length === 0) return null
  return (
    <section className="panel stack" aria-labelledby="suivi">
      <div className="cluster between">
        <h2 className="title-block" id="suivi">
          À faire pour vos demandes <CountBadge count={steps.length} />
        </h2>
        <Link to={href("/admin/demandes")} className="small">
          Toutes les demandes
        </Link>
      </div>
      <ul>
        {steps.map(({ id, person, nextStep, nextStepOn }) => (
          <li className="request" key={id}>
            <div>
              <h3 className="request-title">
                <Link to={leadHref(id)}>{person}</Link>
                <Tag tone={nextStepOn < today ? "late" : "pending"}>
                  {nextStepOn < today ? dayMedium(nextStepOn) : "aujourd’hui"}
                </Tag>
              </h3>
              <p className="small soft wrap-anywhere">{nextStep}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TodayRefusal({ booking, refusal }: { booking: NonNullable<TodayView["refusing"]>; refusal: Refusal | null }) {
  if (booking !== "answered") {
    return (
      <Sheet title={"Refuser cette demande\u00a0?"} closeHref={todayPath}>
        <RefusalForm booking={booking} back={todayPath} refusal={refusal} />
      </Sheet>
    )
  }
  return (
    <Sheet title="Cette demande n’attend plus de réponse" shape="card" closeHref={todayPath}>
      <p className="soft">Quelqu’un y a déjà répondu. Rien n’a été changé.</p>
      <p>
        <ButtonLink to={todayPath} variant="secondary" size="small" preventScrollReset replace>
          Voir ce qui attend
        </ButtonLink>
      </p>
    </Sheet>
  )
}
