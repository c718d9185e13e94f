import { useState } from "react"
import { TextField } from "../../../ui/text-field.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"

/** Inserting needs JavaScript. */
export function PlaceholderList({ names, field }: { names: readonly string[]; field: string }) {
  const hydrated = useHydrated()
  const [query, setQuery] = useState("")
  const matches = names.filter((name) => name.includes(query.trim().toLowerCase()))
  return (
    <details className="small">
      <summary>Champs à insérer ({names.length})</summary>
      <div className="stack gap-2 mt-2">
        {hydrated && (
          <TextField
            label="Chercher un champ"
            type="search"
            optional
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            maxLength={40}
          />
        )}
        <ul className="cluster gap-2">
          {matches.map((name) => (
            <li key={name}>
              {hydrated ? (
                <button
                  type="button"
                  className="button button-quiet button-small break-all"
                  onClick={() => insert(field, `{{${name}}}`)}
                >
                  {`{{${name}}}`}
                </button>
              ) : (
                <code className="break-all">{`{{${name}}}`}</code>
              )}
            </li>
          ))}
        </ul>
        <p className="hint wrap-anywhere">
          {"Une partie qui ne vaut que si un champ est connu s’écrit {{#si reservation.livree}}…{{sinon}}…{{/si}}."}
        </p>
      </div>
    </details>
  )
}

/** setRangeText fires no input event, which the draft and the preview listen to. */
function insert(fieldId: string, text: string): void {
  const field = document.getElementById(fieldId)
  if (!(field instanceof HTMLTextAreaElement)) return
  field.focus()
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end")
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
