import Check from "lucide-react/icons/check"
import { Fragment } from "react"
import { Form, Link } from "react-router"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Icon } from "../../ui/icon.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { franchiseWording } from "../../../domain/finance/vat-wording.ts"
import { screens } from "../kit/screens.ts"
import type { FirstStep } from "./first-steps.ts"

export function FirstStepsPanel({ steps, vatError }: { steps: readonly FirstStep[]; vatError?: string | undefined }) {
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <section className="panel stack gap-5" aria-labelledby="premiers-pas">
      <div className="stack gap-2">
        <h2 className="title-section" id="premiers-pas">
          De la boutique vide à la première réservation
        </h2>
        <p className="soft">
          {done} sur {steps.length}. La liste reste là jusqu’au bout.
        </p>
      </div>
      <ol className="first-steps">
        {steps.map((step) => (
          <StepLine key={step.title} step={step} isNext={step === next} vatError={vatError} />
        ))}
      </ol>
      <p className="small">
        Des essais à effacer&nbsp;? <Link to={screens.emptying.to}>Videz la boutique avant l’ouverture</Link>.
      </p>
    </section>
  )
}

function StepLine({
  step: { title, purpose, done, to, label, missing, ask },
  isNext,
  vatError,
}: {
  step: FirstStep
  isNext: boolean
  vatError: string | undefined
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
      {ask && <StepQuestion step={ask} vatError={vatError} />}
      {!done && (
        <ButtonLink to={to} size="small" variant={isNext && !ask ? "primary" : "secondary"}>
          {label}
        </ButtonLink>
      )}
    </li>
  )
}

const vatChoices = [
  { value: "franchise", label: "TVA non applicable", text: `«\u00a0${franchiseWording.text}\u00a0»` },
  { value: "included", label: "TVA comprise", text: "Vos prix affichés comprennent la TVA." },
]

function StepQuestion({ step, vatError }: { step: NonNullable<FirstStep["ask"]>; vatError: string | undefined }) {
  return (
    <Form method="post" className="stack gap-3 first-step-question" noValidate preventScrollReset>
      {step === "vat" ? (
        <>
          <RadioCards name="vatMode" legend="Sur vos factures, vous écrivez" options={vatChoices} error={vatError} />
          <Button size="small" name="intent" value="tva">
            Enregistrer
          </Button>
        </>
      ) : (
        <Button size="small" name="intent" value="jours-vus">
          Tous les jours me vont
        </Button>
      )}
    </Form>
  )
}
