import type { SafeHtml } from "../../isomorphic/safe-html.ts"
import { classes } from "../ui/classes.ts"

export function Prose({ html, className }: { html: SafeHtml; className?: string }) {
  return <div className={classes("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />
}
