export function TableclothDivider() {
  return <div className="cloth" aria-hidden="true" />
}
