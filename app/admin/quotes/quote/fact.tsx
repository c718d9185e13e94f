import type { ReactNode } from "react"

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere">
      <p className="small soft">{label}</p>
      <p>{children}</p>
    </div>
  )
}
