import { sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { GONE_AFTER_SECONDS } from "../../../isomorphic/presence.ts"
import { db } from "../database.server.ts"

/** One opened page of an administrator, and what it shows to be changed; nothing once it is left. */
export type Here = { tab: string; places: readonly string[]; person: ProfileId }

/**
 * Notes that a page is open, in place of what was noted of it before. Answers the names of the other administrators who
 * have one of the same things open, in alphabetical order.
 */
export async function notePresence({ tab, places, person }: Here): Promise<string[]> {
  const wanted = sql`(select array_agg(value) from jsonb_array_elements_text(${JSON.stringify(places)}::jsonb))::text[]`
  const { rows } = await db.execute<{ name: string }>(sql`
    with over as (
      delete from presences where ctid = any(array(
        select ctid from presences
        where (tab = ${tab} and place <> all(coalesce(${wanted}, '{}'))) or seen_at < now() - interval '1 minute'
        for update skip locked))),
    noted as (
      insert into presences (tab, place, person) select ${tab}, unnest(${wanted}), ${person}
      on conflict (tab, place) do update set seen_at = now(), person = excluded.person)
    select distinct name from presences join profiles on profiles.id = person
    where place = any(${wanted}) and person <> ${person}
      and seen_at > now() - ${GONE_AFTER_SECONDS} * interval '1 second'
    order by name`)
  return rows.map(({ name }) => name)
}
