/** The first thing the keyboard meets: over the header, to the page. The target takes `tabIndex={-1}`. */
export function SkipLink({ to = "contenu" }: { to?: string }) {
  return (
    <a className="skip-link button button-primary button-small" href={`#${to}`}>
      Aller au contenu
    </a>
  )
}
