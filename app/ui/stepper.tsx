import { Link } from "react-router"
import Check from "lucide-react/icons/check"
import { Icon } from "./icon.tsx"

export type Step = {
  label: string
  state: "done" | "now" | "next"
  href?: string
}

export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => {
        const face = (
          <>
            <span className="step-bulb">
              {step.state === "done" ? (
                <>
                  <Icon icon={Check} size="small" />
                  <span className="sr-only">fait : </span>
                </>
              ) : (
                index + 1
              )}
            </span>
            {step.label}
          </>
        )
        return (
          <li key={step.label} aria-current={step.state === "now" ? "step" : undefined}>
            {step.href && step.state === "done" ? (
              <Link className="step step-done" to={step.href}>
                {face}
              </Link>
            ) : (
              <span className={`step step-${step.state}`}>{face}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
