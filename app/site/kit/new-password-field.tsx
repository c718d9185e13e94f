import { useState } from "react"
import { MIN_PASSWORD, passwordStrength, strengthLabels } from "../../../domain/accounts/password.ts"
import { PasswordField, type PasswordFieldProps } from "../../ui/password-field.tsx"

const MAX_STRENGTH = 4

type NewPasswordFieldProps = Omit<PasswordFieldProps, "autoComplete" | "hint" | "minLength" | "onChange"> & {
  minimum?: number
}

/** The strength is advice and refuses nothing (D16). */
export function NewPasswordField({ minimum = MIN_PASSWORD, ...props }: NewPasswordFieldProps) {
  const [password, setPassword] = useState("")
  const strength = passwordStrength(password)
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      minLength={minimum}
      onChange={(event) => setPassword(event.target.value)}
      hint={
        <>
          {minimum} caractères au moins.
          {password && (
            <>
              {" "}
              Mot de passe {strengthLabels[strength]}.
              <progress className="bar" aria-hidden="true" value={strength} max={MAX_STRENGTH} />
            </>
          )}
        </>
      }
    />
  )
}
