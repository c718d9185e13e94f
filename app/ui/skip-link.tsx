/** The target needs `tabIndex={-1}`. */
export function SkipLink({ to = "contenu" }: { to?: string }) {
  return (
    <a className="skip-link button button-primary button-small" href={`#${to}`}>
      Aller au contenu
    </a>
  )
}
