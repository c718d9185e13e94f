import { useState, type InputHTMLAttributes } from "react"
import Eye from "lucide-react/icons/eye"
import EyeOff from "lucide-react/icons/eye-off"
import { Field, type FieldText } from "./field.tsx"
import { IconButton } from "./icon-button.tsx"

export type PasswordFieldProps = Omit<FieldText, "optional"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "required" | "type" | "autoComplete"> & {
    autoComplete: "current-password" | "new-password"
  }

export function PasswordField({ label, hint, error, id, className, name = "password", ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(control) => (
        <div className="input-box">
          <input
            {...input}
            {...control}
            name={name}
            type={isVisible ? "text" : "password"}
            className="input"
            autoCapitalize="none"
            spellCheck={false}
          />
          <IconButton
            className="needs-script"
            plain
            icon={isVisible ? EyeOff : Eye}
            label="Afficher le mot de passe"
            aria-pressed={isVisible}
            aria-controls={control.id}
            onClick={() => setIsVisible(!isVisible)}
          />
        </div>
      )}
    </Field>
  )
}
