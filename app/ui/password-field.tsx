import { useState, type InputHTMLAttributes } from "react"
import Eye from "lucide-react/icons/eye"
import EyeOff from "lucide-react/icons/eye-off"
import { Field, type FieldText } from "./field.tsx"
import { IconButton } from "./icon-button.tsx"

export type PasswordFieldProps = Omit<FieldText, "optional"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "required" | "type" | "autoComplete"> & {
    /** Tells password managers whether to fill or to propose. */
    autoComplete: "current-password" | "new-password"
  }

/** A password that can be shown while it is typed. */
export function PasswordField({ label, hint, error, id, className, name = "password", ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(control) => (
        <div className="input-box">
          <input
            {...input}
            {...control}
            name={name}
            type={shown ? "text" : "password"}
            className="input"
            autoCapitalize="none"
            spellCheck={false}
          />
          <IconButton
            className="needs-script"
            plain
            icon={shown ? EyeOff : Eye}
            label="Afficher le mot de passe"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
