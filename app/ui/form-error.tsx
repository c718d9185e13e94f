import { type MouseEvent, useEffect, useRef, type ReactNode } from "react"
import CircleAlert from "lucide-react/icons/circle-alert"
import { Icon } from "./icon.tsx"
import { useDropSuccess } from "./drop-success.ts"
import { Unbroken } from "./unbroken.tsx"

export type FormErrorItem = {
  message: string
  /** Id of the field to go to. */
  field?: string
}

export type FormErrorProps = {
  title?: ReactNode
  errors: readonly FormErrorItem[]
  /** Whatever changes with each answer of the server, so that the same errors twice are read twice. */
  answer?: unknown
}

/** What went wrong, at the top of the form; it takes the focus when it appears. */
export function FormError({ title = "Il reste quelque chose à corriger.", errors, answer }: FormErrorProps) {
  const dropSuccess = useDropSuccess()
  const box = useRef<HTMLDivElement>(null)
  const said = errors.map((error) => error.message).join("\n")

  useEffect(() => {
    if (!said) return
    dropSuccess()
    box.current?.focus()
  }, [said, answer, dropSuccess])

  const [first] = errors
  if (!first) return null
  const alone = errors.length === 1 && !first.field
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      <p>
        <Icon of={CircleAlert} />
        <span>
          <Unbroken>{alone ? first.message : title}</Unbroken>
        </span>
      </p>
      {!alone && (
        <ul>
          {errors.map((error) => (
            <li key={error.message}>
              {error.field ? (
                <a href={`#${error.field}`} onClick={goToField}>
                  <Unbroken>{error.message}</Unbroken>
                </a>
              ) : (
                <Unbroken>{error.message}</Unbroken>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A change of the address would be a page of its own for the router, without the answer: the errors would be gone at the field. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  if (!field) return
  event.preventDefault()
  field.scrollIntoView({ block: "center" })
  field.focus({ preventScroll: true })
}
