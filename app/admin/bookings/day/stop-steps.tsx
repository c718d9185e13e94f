import { type SubmitEvent, useEffect, useState } from "react"
import { Form, href } from "react-router"
import Check from "lucide-react/icons/check"
import Truck from "lucide-react/icons/truck"
import Undo from "lucide-react/icons/undo-2"
import { reportLabels } from "../../../../domain/booking/condition-report.ts"
import {
  type StopKind,
  type StopTimes,
  isStepReached,
  lastStep,
  stepLabel,
  stepsAhead,
  stopSteps,
} from "../../../../domain/booking/stop-times.ts"
import { hourInLabel, timeInParis } from "../../../../domain/clock.ts"
import { arrivalAfter } from "../../../../domain/delivery/travel.ts"
import type { Day } from "../../../../domain/day.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { classes } from "../../../ui/classes.ts"
import { TextField } from "../../../ui/text-field.tsx"
import { type StopPress, useStopPresses } from "../../kit/stop-presses.tsx"
import type { StopView } from "./stop.tsx"

type StopStepsProps = {
  day: Day
  stop: StopView
  /** The stop that the van is at. */
  isCurrent: boolean
  /** When the page was made. */
  now: Date
  refusal: Refusal | null
}

export function StopSteps({ day, stop, isCurrent, now, refusal: refusedWithoutScript }: StopStepsProps) {
  const { id, leg, job, times, isDone } = stop
  const { presses, isWaiting, refusal: refusedPress, press } = useStopPresses()
  const refusal = refusedPress ?? refusedWithoutScript
  const pending = presses.filter((each) => each.id === id && each.day === day && !isStepReached(times, each.step))
  const kind = { leg, isDelivery: job.isDelivery }
  const timesWithPresses = withPresses(times, pending)
  const [next, ...later] = stepsAhead(timesWithPresses, kind)
  const last = lastStep(times)
  const errors = refusal?.values["id"] === id ? refusal.errors : {}
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter)
    const step = stopSteps.find((each) => each === fields.get("etape"))
    if (step)
      press({
        id,
        day,
        step,
        label: stepLabel(step, kind),
        arrives: step === "left" ? String(fields.get("arrivee") ?? "") : "",
      })
  }
  return (
    <div className={classes("stack gap-3 stop-steps", isCurrent && "stop-now")}>
      <StopMarks times={times} pending={pending} isWaiting={isWaiting} kind={kind} />
      {next && !isDone && (
        <Form method="post" className="stop-press no-print" onSubmit={submit} preventScrollReset noValidate>
          <input type="hidden" name="intent" value="marquer" />
          <input type="hidden" name="id" value={id} />
          {next === "left" && (
            <ArrivalField
              stop={stop}
              now={now}
              typed={refusal?.values["id"] === id ? refusal.values["arrivee"] : undefined}
              error={errors["arrivee"]}
            />
          )}
          <Button
            name="etape"
            value={next}
            icon={next === "left" ? Truck : Check}
            variant={isCurrent ? "primary" : "secondary"}
            wide
          >
            {stepLabel(next, kind)}
            <span className="sr-only">, {job.client.name}</span>
          </Button>
        </Form>
      )}
      {next === "left" && !isDone && (
        <p className="fine soft no-print">Le client reçoit l’heure d’arrivée par e-mail. Vide, il n’est pas prévenu.</p>
      )}
      <div className="cluster gap-2 no-print">
        <ReportLink stop={stop} />
        {later.length > 0 && !isDone && (
          <Form method="post" className="cluster gap-2" onSubmit={submit} preventScrollReset>
            <input type="hidden" name="intent" value="marquer" />
            <input type="hidden" name="id" value={id} />
            {later.map((step) => (
              <Button key={step} name="etape" value={step} variant="quiet" size="small">
                {stepLabel(step, kind)}
                <span className="sr-only">, {job.client.name}</span>
              </Button>
            ))}
          </Form>
        )}
        {last && pending.length === 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="retirer" />
            <input type="hidden" name="id" value={id} />
            <Button name="etape" value={last} variant="quiet" size="small" icon={Undo}>
              Annuler «&nbsp;{stepLabel(last, kind)}&nbsp;»<span className="sr-only">, {job.client.name}</span>
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}

type StopMarksProps = { times: StopTimes; pending: readonly StopPress[]; isWaiting: boolean; kind: StopKind }

function StopMarks({ times, pending, isWaiting, kind }: StopMarksProps) {
  const marks = stopSteps.flatMap((step) => {
    const waiting = pending.find((press) => press.step === step)
    const time = times[step] ?? (waiting ? new Date(waiting.pressedAt) : null)
    return time ? [{ step, time }] : []
  })
  if (marks.length === 0) return null
  return (
    <div>
      <ol className="stop-marks">
        {marks.map(({ step, time }) => (
          <li key={step}>
            <b>{stepLabel(step, kind)}</b> {hourInLabel(timeInParis(time))}
          </li>
        ))}
      </ol>
      {times.arrives && !times.arrived && !times.done && (
        <p className="small soft">Arrivée prévue vers {hourInLabel(timeInParis(times.arrives))}</p>
      )}
      <p className="small soft" role="status">
        {isWaiting && pending.map(({ label }) => `«\u00a0${label}\u00a0» partira dès le retour du réseau.`).join(" ")}
      </p>
    </div>
  )
}

type ArrivalFieldProps = { stop: StopView; now: Date; typed: string | undefined; error: string | undefined }

/** The proposal moves on with the clock until somebody types. */
function ArrivalField({ stop: { travelMinutes }, now, typed, error }: ArrivalFieldProps) {
  const [ownHour, setOwnHour] = useState(typed)
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setMoment(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const departure = moment > now ? moment : now
  const proposal = travelMinutes === null ? "" : timeInParis(arrivalAfter(departure, travelMinutes))
  return (
    <TextField
      label="Arrivée prévue"
      name="arrivee"
      type="time"
      value={ownHour ?? proposal}
      onChange={({ currentTarget }) => setOwnHour(currentTarget.value)}
      error={error}
      optional="filter"
    />
  )
}

function ReportLink({ stop: { leg, job, times } }: { stop: StopView }) {
  const isReported = job.rentals.every(({ hasLeft, isReturned }) => (leg === "out" ? hasLeft : isReturned))
  if (isReported) return null
  return (
    <ButtonLink
      to={href("/admin/bookings/:number/etat-des-lieux/:leg", {
        number: String(job.number),
        leg: leg === "out" ? "depart" : "retour",
      })}
      variant={times.done ? "primary" : "quiet"}
      size="small"
    >
      {reportLabels[leg]}
      <span className="sr-only">, {job.client.name}</span>
    </ButtonLink>
  )
}

function withPresses(times: StopTimes, pending: readonly StopPress[]): StopTimes {
  return pending.reduce((all, { step, pressedAt }) => ({ ...all, [step]: new Date(pressedAt) }), times)
}
