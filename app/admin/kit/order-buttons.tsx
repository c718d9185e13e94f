import { useEffect, useRef } from "react"
import { Form } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUpToLine from "lucide-react/icons/arrow-up-to-line"
import ArrowUp from "lucide-react/icons/arrow-up"
import { Button } from "../../ui/button.tsx"
import { IconButton } from "../../ui/icon-button.tsx"

type OrderButtonsProps = {
  id: string
  name: string
  index: number
  count: number
  compact?: boolean
  canMoveToTop?: boolean
  /** Another screen moves it. */
  action?: string
}

const acts = [
  { intent: "monter", word: "Monter", icon: ArrowUp, end: "first" },
  { intent: "descendre", word: "Descendre", icon: ArrowDown, end: "last" },
] as const

/** The pressed button keeps the focus after its entry has moved. */
export function OrderButtons({
  id,
  name,
  index,
  count,
  compact = false,
  canMoveToTop = false,
  action,
}: OrderButtonsProps) {
  const pressed = useRef<"monter" | "descendre" | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const intent = pressed.current
    pressed.current = null
    // At either end the pressed button becomes disabled and would lose the focus.
    if (!intent || form.current?.querySelector("button:focus:not(:disabled)")) return
    const buttons = [...(form.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])]
    const button = buttons.find(({ value }) => value === intent) ?? buttons[0]
    button?.focus()
  }, [index])
  return (
    <Form ref={form} method="post" {...(action && { action })} className="cluster gap-1" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      {canMoveToTop && (
        <Button
          variant="quiet"
          size="small"
          icon={ArrowUpToLine}
          aria-label={`Placer en tête\u00a0: ${name}`}
          name="intent"
          value="en-tete"
          disabled={index === 0}
        >
          En tête
        </Button>
      )}
      {acts.map(({ intent, word, icon, end }) => {
        const disabled = end === "first" ? index === 0 : index === count - 1
        const shared = { name: "intent", value: intent, disabled, onClick: () => void (pressed.current = intent) }
        if (compact)
          return (
            <IconButton key={intent} plain type="submit" icon={icon} label={`${word}\u00a0: ${name}`} {...shared} />
          )
        return (
          <Button
            key={intent}
            variant="quiet"
            size="small"
            icon={icon}
            aria-label={`${word}\u00a0: ${name}`}
            {...shared}
          >
            {word}
          </Button>
        )
      })}
    </Form>
  )
}
