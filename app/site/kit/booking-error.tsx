import { useEffect } from "react"
import { FormError, type FormErrorProps } from "../../ui/form-error.tsx"
import { useToast } from "../../ui/toast.tsx"

/** Also raises an error toast (specification, section 8), which screen readers skip for the focused summary. */
export function BookingError(props: FormErrorProps) {
  const { errors, answer } = props
  const text = errors.map(({ message }) => message).join("\n")
  const toast = useToast()
  useEffect(() => {
    if (text === "") return undefined
    const nextAnswer = new AbortController()
    const [title = "", ...others] = text.split("\n")
    toast({
      kind: "error",
      title,
      ...(others.length > 0 ? { text: others.join(" ") } : {}),
      isAnnouncedElsewhere: true,
      until: nextAnswer.signal,
    })
    return () => nextAnswer.abort()
  }, [text, answer, toast])
  return <FormError {...props} />
}
