import { useEffect, useRef } from "react"
import { Form } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import { Button } from "../../ui/button.tsx"

type OrderButtonsProps = { id: string; name: string; index: number; count: number }

/** One place up, one place down; the button that was pressed keeps the keyboard when its entry has moved. */
export function OrderButtons({ id, name, index, count }: OrderButtonsProps) {
  const pressed = useRef<"monter" | "descendre" | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const intent = pressed.current
    pressed.current = null
    if (!intent || form.current?.contains(document.activeElement)) return
    const buttons = [...(form.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])]
    const button = buttons.find(({ value }) => value === intent) ?? buttons[0]
    button?.focus()
  }, [index])
  return (
    <Form ref={form} method="post" className="cluster gap-1" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button variant="quiet" size="small" icon={ArrowUp} name="intent" value="monter" disabled={index === 0} aria-label={`Monter : ${name}`} onClick={() => (pressed.current = "monter")}>
        Monter
      </Button>
      <Button variant="quiet" size="small" icon={ArrowDown} name="intent" value="descendre" disabled={index === count - 1} aria-label={`Descendre : ${name}`} onClick={() => (pressed.current = "descendre")}>
        Descendre
      </Button>
    </Form>
  )
}
