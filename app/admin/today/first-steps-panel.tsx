import Check from "lucide-react/icons/check"
import { Fragment } from "react"
import { Link } from "react-router"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Icon } from "../../ui/icon.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import type { FirstStep } from "./first-steps.ts"

export function FirstStepsPanel({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <section className="panel stack gap-5" aria-labelledby="premiers-pas">
      <div className="stack gap-2">
        <h2 className="title-section" id="premiers-pas">
          De la boutique vide à la première réservation
        </h2>
        <p className="soft">
          {progressText(done, steps.length)} Chacune se coche d’elle-même, et cette liste disparaît avec la dernière.
        </p>
      </div>
      <ol className="first-steps">
        {steps.map((step) => (
          <StepLine key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

function progressText(done: number, all: number): string {
  if (done === 0) return `${all} étapes.`
  return `${countLabel(done, "étape", "étapes", "")} sur ${all} ${done > 1 ? "sont faites" : "est faite"}.`
}

function StepLine({
  step: { title, purpose, done, to, label, missing },
  isNext,
}: {
  step: FirstStep
  isNext: boolean
}) {
  return (
    <li className="first-step" data-done={done || undefined}>
      <span className="first-step-mark">{done && <Icon icon={Check} size="small" />}</span>
      <div className="stack gap-1 min-w-0">
        <h3 className="title-block">
          {title}
          <VisuallyHidden>{done ? "\u00a0: fait" : "\u00a0: à faire"}</VisuallyHidden>
        </h3>
        <p className="small soft">{purpose}</p>
        {missing.length > 0 && (
          <p className="small">
            Il manque&nbsp;:{" "}
            {missing.map((gap, index) => (
              <Fragment key={gap.label}>
                {index > 0 && ", "}
                <Link to={gap.href}>{gap.label}</Link>
              </Fragment>
            ))}
            .
          </p>
        )}
      </div>
      {!done && (
        <ButtonLink to={to} size="small" variant={isNext ? "primary" : "secondary"}>
          {label}
        </ButtonLink>
      )}
    </li>
  )
}
