import { useEffect, useRef } from "react"
import CircleCheck from "lucide-react/icons/circle-check"
import { Form, href } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"

/** In the form's place once it has gone. */
export function MessageSent() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="stack gap-5" role="status" tabIndex={-1} ref={box}>
      <p className="title-card flex items-center gap-3 text-success">
        <Icon of={CircleCheck} />
        Message envoyé !
      </p>
      <p>Il est bien arrivé, et rien d’autre n’est à faire. Nous vous répondons à l’adresse que vous avez indiquée.</p>
      <Form action={href("/contact")}>
        <Button variant="secondary">Envoyer un autre message</Button>
      </Form>
    </div>
  )
}
