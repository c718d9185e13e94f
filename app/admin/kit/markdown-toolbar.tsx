import { type KeyboardEvent, useState } from "react"
import Bold from "lucide-react/icons/bold"
import Heading from "lucide-react/icons/heading"
import Italic from "lucide-react/icons/italic"
import Link2 from "lucide-react/icons/link-2"
import List from "lucide-react/icons/list"
import { IconButton } from "../../ui/icon-button.tsx"
import { type MarkdownAct, markdownEdit } from "./markdown-edit.ts"

const tools = [
  { act: "bold", icon: Bold, label: "Gras", key: "b" },
  { act: "italic", icon: Italic, label: "Italique", key: "i" },
  { act: "heading", icon: Heading, label: "Section", key: null },
  { act: "list", icon: List, label: "Liste", key: null },
  { act: "link", icon: Link2, label: "Lien", key: "k" },
] as const

export function actForKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return null
  return tools.find(({ key }) => key === event.key.toLowerCase())?.act ?? null
}

/** Keeps the browser's own undo working. */
export function applyMarkdown(area: HTMLTextAreaElement, act: MarkdownAct): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const edit = markdownEdit(act, { text, start, end })
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  // Deprecated, but the only way to keep the undo history.
  const wasInserted =
    edit.insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, edit.insert)
  if (!wasInserted) {
    area.setRangeText(edit.insert, edit.from, edit.to)
    area.dispatchEvent(new Event("input", { bubbles: true }))
  }
  area.setSelectionRange(edit.start, edit.end)
}

/** One tab stop, arrow keys inside (ARIA toolbar). */
export function MarkdownToolbar({ field, label }: { field: string; label: string }) {
  const [current, setCurrent] = useState(0)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = tools.length - 1
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tools.length) % tools.length
    setCurrent(next)
    event.currentTarget.querySelectorAll("button")[next]?.focus()
  }
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={`Mise en forme\u00a0: ${label}`}
      aria-controls={field}
      className="flex flex-wrap gap-1 needs-script"
      onKeyDown={move}
    >
      {tools.map(({ act, icon, label: name, key }, index) => (
        <IconButton
          key={act}
          plain
          icon={icon}
          label={name}
          title={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
          aria-keyshortcuts={key ? `Control+${key.toUpperCase()}` : undefined}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => {
            const area = document.getElementById(field)
            if (area instanceof HTMLTextAreaElement) applyMarkdown(area, act)
          }}
        />
      ))}
    </div>
  )
}
