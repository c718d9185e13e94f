import { type MouseEvent, useEffect, useRef, type ReactNode } from "react"
import CircleAlert from "lucide-react/icons/circle-alert"
import { Icon } from "./icon.tsx"
import { useDropSuccess } from "./drop-success.ts"
import { Unbroken } from "./unbroken.tsx"

export type FormErrorItem = {
  message: string
  field?: string
}

export type FormErrorProps = {
  title?: ReactNode
  errors: readonly FormErrorItem[]
  /** Changes with each answer, so that the same errors are read again. */
  answer?: unknown
}

export function FormError({ title = "Il reste quelque chose à corriger.", errors, answer }: FormErrorProps) {
  const dropSuccess = useDropSuccess()
  const box = useRef<HTMLDivElement>(null)
  const text = errors.map((error) => error.message).join("\n")

  useEffect(() => {
    if (!text) return
    dropSuccess()
    box.current?.focus()
  }, [text, answer, dropSuccess])

  const [first] = errors
  if (!first) return null
  const isSingle = errors.length === 1 && !first.field
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      <p>
        <Icon icon={CircleAlert} />
        <span>
          <Unbroken>{isSingle ? first.message : title}</Unbroken>
        </span>
      </p>
      {!isSingle && (
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

/** Following the hash would be a new page for the router, and the errors would be gone. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  if (!field) return
  event.preventDefault()
  field.scrollIntoView({ block: "center" })
  field.focus({ preventScroll: true })
}
