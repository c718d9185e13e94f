import type { ReactNode } from "react"
import { Unbroken } from "../../ui/unbroken.tsx"

export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-lg gap-5">
        <h1 className="title-section">
          <Unbroken>{title}</Unbroken>
        </h1>
        {children}
      </div>
    </div>
  )
}
