import { useEffect } from "react"
import { FormError, type FormErrorProps } from "../../ui/form-error.tsx"
import { useToast } from "../../ui/toast.tsx"

/**
 * What went wrong with a booking: where it belongs, and in the red notice at the bottom right (specification, section 8).
 * The notice is for the eye: the summary, which takes the focus, is what is read aloud. It goes with the next answer.
 */
export function BookingError(props: FormErrorProps) {
  const { errors, answer } = props
  const said = errors.map(({ message }) => message).join("\n")
  const toast = useToast()
  useEffect(() => {
    if (said === "") return undefined
    const answered = new AbortController()
    const [title = "", ...others] = said.split("\n")
    toast({
      kind: "error",
      title,
      ...(others.length > 0 ? { text: others.join(" ") } : {}),
      saidElsewhere: true,
      until: answered.signal,
    })
    return () => answered.abort()
  }, [said, answer, toast])
  return <FormError {...props} />
}
