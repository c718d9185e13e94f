import { useSyncExternalStore } from "react"
import { readCampaign } from "../../domain/leads/lead.ts"

/** Nothing is stored: the browser still knows the address of the visit's first page. */
export function CampaignField({ stored = "" }: { stored?: string }) {
  const first = useSyncExternalStore(subscribe, readFirstCampaign, () => "")
  return <input type="hidden" name="provenance" value={stored || first} />
}

const subscribe = () => () => {}

function readFirstCampaign(): string {
  const [navigation] = performance.getEntriesByType("navigation")
  return navigation ? readCampaign(new URL(navigation.name).searchParams.get("utm_source")) : ""
}
