import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import { type ShiftAnswer, shiftAnswerLabels } from "../../../domain/booking/shift.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Tag } from "../../ui/tag.tsx"

type ShiftLinkView = {
  title: string
  times: string
  productName: string
  town: string
  personName: string
  answer: ShiftAnswer | null
  isOver: boolean
}

export function ShiftScreen({ shift, refusal }: { shift: ShiftLinkView | null; refusal: Refusal | null }) {
  const sending = useNavigation().formData?.get("reponse")
  if (!shift)
    return (
      <div className="page wizard-page stack">
        <h1 className="title-page">Cette mission n’existe plus</h1>
        <p>Elle a été retirée, ou confiée à quelqu’un d’autre.</p>
      </div>
    )
  const { title, times, productName, town, personName, answer, isOver } = shift
  return (
    <div className="page wizard-page stack">
      <h1 className="title-page">{title}</h1>
      <dl className="recap-plain">
        <Fact name="Pour">{personName}</Fact>
        <Fact name="Quand">{times}</Fact>
        <Fact name="Quoi">{productName}</Fact>
        <Fact name="Où">{town}</Fact>
        {answer && (
          <Fact name="Votre réponse">
            <Tag tone={answer === "accepted" ? "ok" : "off"}>{shiftAnswerLabels[answer]}</Tag>
          </Fact>
        )}
      </dl>
      {isOver ? (
        <p className="soft">Cette mission est passée.</p>
      ) : (
        <Form method="post" className="stack" preventScrollReset>
          <FormError errors={errorItems(refusal?.errors ?? {})} answer={refusal} />
          <p className="cluster">
            {answer !== "accepted" && (
              <Button name="reponse" value="accepted" busy={sending === "accepted"}>
                Accepter
              </Button>
            )}
            {answer !== "declined" && (
              <Button variant="secondary" name="reponse" value="declined" busy={sending === "declined"}>
                Refuser
              </Button>
            )}
          </p>
        </Form>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
