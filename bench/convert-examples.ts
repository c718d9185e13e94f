import { Client } from "pg"

/** Turns the seed's examples into real, invoiced bookings, because jobs skip examples. */
export async function convertExamples(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      begin;
      -- Skips the row triggers.
      set local session_replication_role = replica;
      update bookings set is_example = false;
      update contracts set sealed_sha256 = sha256 where status = 'signed' and sealed_sha256 is null;
      insert into invoicing_start (day) select current_date - 730 on conflict (id) do update set day = excluded.day;
      -- Reads the last numbers once: a lookup per row would scan every row just written.
      with sample as (select content from invoices order by number limit 1), last as (
        select year, max(sequence) as sequence from invoices where series = 'F' group by 1
      ), due as (
        select id as booking_id, user_id, 'final' as kind, total as amount, last_day + 1 as issued_on
        from bookings where status = 'confirmed' and last_day < current_date and total > 0
        union all
        select bookings.id, user_id, 'down-payment', sum(amount), max(received_on)
        from bookings join payments on booking_id = bookings.id
        where status = 'confirmed' and last_day >= current_date group by 1, 2
      ), numbered as (
        select due.*, extract(year from issued_on)::integer as year,
          row_number() over (partition by extract(year from issued_on) order by issued_on, booking_id)
            + coalesce(last.sequence, 0) as sequence
        from due left join last on last.year = extract(year from issued_on)
        where not exists (select from invoices where invoices.booking_id = due.booking_id)
      )
      insert into invoices (booking_id, customer_id, kind, series, year, sequence, number, issued_at, issued_on, total, net, vat,
        amount, content, pdf_key, pdf_sha256)
      select booking_id, user_id, kind, 'F', year, sequence, 'F-' || year || '-' || to_char(sequence, 'FM000000'),
        issued_on + interval '9 hours', issued_on, amount, amount, 0, amount, sample.content, 'invoices/made', repeat('0', 64)
      from numbered, sample;
      insert into invoice_counters (series, year, last) select series, year, max(sequence) from invoices group by 1, 2
      on conflict (series, year) do update set last = excluded.last;
      commit`)
    await client.query("vacuum analyze")
    await client.query("select keep_open_matters(array(select id from bookings))")
  } finally {
    await client.end()
  }
}
