import Search from "lucide-react/icons/search"
import { TextField } from "../../ui/text-field.tsx"

type SearchFieldProps = {
  label: string
  value: string
  placeholder?: string | undefined
  maxLength?: number
  className?: string
}

export function SearchField({ label, value, placeholder, maxLength = 200, className }: SearchFieldProps) {
  return (
    <TextField
      label={label}
      name="q"
      optional="filter"
      type="search"
      icon={Search}
      defaultValue={value}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      className={className}
    />
  )
}
