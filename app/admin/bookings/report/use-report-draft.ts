import { type RefObject, useEffect, useEffectEvent, useState } from "react"
import { networkRestored, networkLost } from "../../../http/keep-page-offline.ts"
import { storeFiles, readStoredFiles } from "../../../kit/drafts/stored-files.ts"
import type { StoredPhoto } from "../../kit/photo-fields.tsx"

export type ReportDraft = {
  /** The key of the first submission. */
  key: string
  photographs: readonly StoredPhoto[]
  /** Submitted while offline; resent automatically once online. */
  isQueued: boolean
}

export const PHOTO_FIELD = "photo-"

/** Empty for the only machine of a booking, otherwise "-2" for the machine at position 2. */
export function machineSuffix(machines: readonly { position: number }[], position: number): string {
  return machines.length > 1 ? `-${position}` : ""
}

export function reportDraftName(number: number, leg: string): string {
  return `report:${number}:${leg}`
}

/** Photographs survive a reload and a lost network here; `FormDraft` stores the text and signatures. */
export function useReportDraft(
  form: RefObject<HTMLFormElement | null>,
  { owner, name, formKey }: { owner: string; name: string; formKey: string },
): ReportDraft {
  const [key, setKey] = useState(formKey)
  const [photographs, setPhotographs] = useState<ReportDraft["photographs"]>([])
  const [isQueued, setQueued] = useState(false)

  const storePhotographs = useEffectEvent(() => {
    if (form.current) void storeFiles(owner, name, { key, files: chosenPhotographs(form.current) })
  })
  const resubmit = useEffectEvent(() => {
    if (!isQueued) return
    setQueued(false)
    form.current?.requestSubmit()
  })

  useEffect(() => {
    let isCancelled = false
    const restore = async () => {
      const stored = await readStoredFiles(owner, name)
      if (isCancelled || stored === null) return
      setKey(stored.key)
      setPhotographs(stored.files)
    }
    void restore()
    return () => {
      isCancelled = true
    }
  }, [owner, name])

  useEffect(() => {
    const element = form.current
    if (!element) return
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "file") storePhotographs()
    }
    const onOffline = ({ detail }: WindowEventMap[typeof networkLost]) => {
      if (detail.request.method !== "POST") return
      detail.isResent = true
      setQueued(true)
    }
    const onOnline = () => resubmit()
    const onSubmit = () => storePhotographs()
    element.addEventListener("change", onChange)
    element.addEventListener("submit", onSubmit)
    window.addEventListener(networkLost, onOffline)
    window.addEventListener("online", onOnline)
    window.addEventListener(networkRestored, onOnline)
    return () => {
      element.removeEventListener("change", onChange)
      element.removeEventListener("submit", onSubmit)
      window.removeEventListener(networkLost, onOffline)
      window.removeEventListener("online", onOnline)
      window.removeEventListener(networkRestored, onOnline)
    }
  }, [form])
  return { key, photographs, isQueued }
}

function chosenPhotographs(form: HTMLFormElement): { field: string; file: File }[] {
  return [...form.elements].flatMap((element) => {
    const file = element instanceof HTMLInputElement && element.type === "file" ? element.files?.[0] : undefined
    return file && element instanceof HTMLInputElement ? [{ field: element.name, file }] : []
  })
}
