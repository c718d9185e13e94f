import { Form, Link, useNavigation } from "react-router"
import { VIEWED_ACCOUNT_FIELD } from "../../http/viewed-account.ts"
import { signInPath } from "../../http/return-path.ts"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { carriedFields } from "../kit/carried-address.ts"
import { ForgottenLink } from "../kit/forgotten-link.tsx"
import { SignInPart } from "../kit/sign-in-part.tsx"
import { stepPath } from "./step-url.ts"
import type { CarriedStep, EndedSession } from "./view.ts"

export function SignInAgain({ answer }: { answer: EndedSession }) {
  const busy = useNavigation().state === "submitting"
  const { carried, errors, values } = answer
  const messages = Object.entries(errors)
  return (
    <div className="stack mx-auto max-w-md gap-5">
      <Notice tone="info" live title="Votre session est terminée, vos choix sont gardés">
        Reconnectez-vous pour reprendre là où vous en étiez.
      </Notice>
      <Form method="post" className="stack" noValidate>
        {hiddenFields(carried).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FormError
          answer={answer}
          errors={messages.map(([field, message]) => (field === "form" ? { message } : { message, field }))}
        />
        <RequiredNote />
        <SignInPart errors={errors} values={values} busy={busy} />
      </Form>
      <p className="cluster">
        <ForgottenLink back={stepPath(carried.step)} emailField="email" />
        <Link to={signInPath(stepPath(carried.step))} className="link-alone">
          Se connecter autrement
        </Link>
      </p>
    </div>
  )
}

function hiddenFields({ step, account, address, mode }: CarriedStep): [string, string][] {
  return [
    ["etape-gardee", step],
    ...(account === null ? [] : [[VIEWED_ACCOUNT_FIELD, account] as [string, string]]),
    ...carriedFields(address),
    ...(mode === null ? [] : [["mode-garde", mode] as [string, string]]),
  ]
}
