import { useState } from "react"
import { passwordMinimum, passwordStrength, strengthLabels } from "../../../domain/accounts/password.ts"
import { PasswordField, type PasswordFieldProps } from "../../ui/password-field.tsx"

const best = 4

/** A password being chosen: a bar and a word tell how well it would hold, and refuse nothing (D16). */
export function NewPasswordField(props: Omit<PasswordFieldProps, "autoComplete" | "hint" | "minLength" | "onChange">) {
  const [typed, setTyped] = useState("")
  const strength = passwordStrength(typed)
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      minLength={passwordMinimum}
      onChange={(event) => setTyped(event.target.value)}
      hint={
        <>
          {passwordMinimum} caractères au moins.
          {typed && (
            <>
              {" "}Mot de passe {strengthLabels[strength]}.
              <progress className="bar" aria-hidden="true" value={strength} max={best} />
            </>
          )}
        </>
      }
    />
  )
}
