import { useRouteLoaderData } from "react-router"
import type { VisitorIdentity } from "../../http/site-identity.ts"
import { TextField } from "../../ui/text-field.tsx"

type PhoneFieldProps = { id?: string; value?: string | undefined; error?: string | undefined }

/** Optional (specification, sections 4 and 5). */
export function PhoneField({ id = "phone", value, error }: PhoneFieldProps) {
  return (
    <TextField
      id={id}
      name="phone"
      label="Téléphone"
      type="tel"
      autoComplete="tel"
      maxLength={30}
      optional
      hint="Pour vous joindre le jour J."
      defaultValue={value}
      error={error}
    />
  )
}

export function MissingPhoneField(props: PhoneFieldProps) {
  const root = useRouteLoaderData<{ visitor: VisitorIdentity | null }>("root")
  if (!root?.visitor?.phoneMissing) return null
  return <PhoneField {...props} />
}
