import { type RefObject, useEffect, useEffectEvent, useState } from "react"
import { networkFound, networkLost } from "../../../http/keep-page-offline.ts"
import { keepFiles, readKeptFiles } from "../../../kit/drafts/kept-files.ts"

export type KeptReport = {
  /** The report's own key: the one that it was first sent with. */
  key: string
  /** Photographs that were taken before this page was loaded, by their fields. */
  photographs: readonly { field: string; file: File }[]
  /** It was sent without a network: it goes by itself once there is one. */
  waits: boolean
}

/** The fields of the photographs: this and a number. */
export const PHOTO_FIELD = "photo-"

/** Where the photographs of a report are kept. */
export function reportName(number: number, leg: string): string {
  return `report:${number}:${leg}`
}

/**
 * Keeps a report's photographs on the device while they are taken, gives them back to a page that was loaded anew, and
 * sends the form again when the network is back. What is typed and drawn is kept by `FormDraft`.
 */
export function useKeptReport(
  form: RefObject<HTMLFormElement | null>,
  { owner, name, formKey }: { owner: string; name: string; formKey: string },
): KeptReport {
  const [key, setKey] = useState(formKey)
  const [photographs, setPhotographs] = useState<KeptReport["photographs"]>([])
  const [waits, setWaits] = useState(false)

  const keep = useEffectEvent(() => {
    if (form.current) void keepFiles(owner, name, { key, files: photographsIn(form.current) })
  })
  const sendAgain = useEffectEvent(() => {
    if (!waits) return
    setWaits(false)
    form.current?.requestSubmit()
  })

  useEffect(() => {
    let gone = false
    const restore = async () => {
      const kept = await readKeptFiles(owner, name)
      if (gone || kept === null) return
      setKey(kept.key)
      setPhotographs(kept.files)
    }
    void restore()
    return () => {
      gone = true
    }
  }, [owner, name])

  useEffect(() => {
    const shown = form.current
    if (!shown) return
    const changed = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "file") keep()
    }
    const lost = ({ detail }: WindowEventMap[typeof networkLost]) => {
      if (detail.request.method === "POST") setWaits(true)
    }
    const found = () => sendAgain()
    const sent = () => keep()
    shown.addEventListener("change", changed)
    shown.addEventListener("submit", sent)
    window.addEventListener(networkLost, lost)
    window.addEventListener("online", found)
    window.addEventListener(networkFound, found)
    return () => {
      shown.removeEventListener("change", changed)
      shown.removeEventListener("submit", sent)
      window.removeEventListener(networkLost, lost)
      window.removeEventListener("online", found)
      window.removeEventListener(networkFound, found)
    }
  }, [form])
  return { key, photographs, waits }
}

/** Puts a photograph back into its field, as if it had just been chosen. */
export function fillIn(input: HTMLInputElement, file: File): void {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
}

function photographsIn(form: HTMLFormElement): { field: string; file: File }[] {
  return [...form.elements].flatMap((element) => {
    const file = element instanceof HTMLInputElement && element.type === "file" ? element.files?.[0] : undefined
    return file && element instanceof HTMLInputElement ? [{ field: element.name, file }] : []
  })
}
