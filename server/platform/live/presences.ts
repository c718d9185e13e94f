import { sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { ABSENT_AFTER_SECONDS } from "../../../isomorphic/presence.ts"
import { db } from "../database.server.ts"

type Presence = { tab: string; places: readonly string[]; person: ProfileId }

export async function recordPresence({ tab, places, person }: Presence): Promise<string[]> {
  const requested = sql`(select array_agg(value) from jsonb_array_elements_text(${JSON.stringify(places)}::jsonb))::text[]`
  const { rows } = await db.execute<{ name: string }>(sql`
    with over as (
      delete from presences where ctid = any(array(
        select ctid from presences
        where (tab = ${tab} and place <> all(coalesce(${requested}, '{}'))) or seen_at < now() - interval '1 minute'
        for update skip locked))),
    noted as (
      insert into presences (tab, place, person) select ${tab}, unnest(${requested}), ${person}
      on conflict (tab, place) do update set seen_at = now(), person = excluded.person)
    select distinct name from presences join profiles on profiles.id = person
    where place = any(${requested}) and person <> ${person}
      and seen_at > now() - ${ABSENT_AFTER_SECONDS} * interval '1 second'
    order by name`)
  return rows.map(({ name }) => name)
}
