import { useState } from "react"
import { MIN_PASSWORD, passwordStrength, strengthLabels } from "../../../domain/accounts/password.ts"
import { PasswordField, type PasswordFieldProps } from "../../ui/password-field.tsx"

const best = 4

type NewPasswordFieldProps = Omit<PasswordFieldProps, "autoComplete" | "hint" | "minLength" | "onChange"> & {
  /** An administrator's is longer. */
  minimum?: number
}

/** A password being chosen: a bar and a word tell how well it would hold, and refuse nothing (D16). */
export function NewPasswordField({ minimum = MIN_PASSWORD, ...props }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState("")
  const strength = passwordStrength(typed)
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      minLength={minimum}
      onChange={(event) => setTyped(event.target.value)}
      hint={
        <>
          {minimum} caractères au moins.
          {typed && (
            <>
              {" "}
              Mot de passe {strengthLabels[strength]}.
              <progress className="bar" aria-hidden="true" value={strength} max={best} />
            </>
          )}
        </>
      }
    />
  )
}
