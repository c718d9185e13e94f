-- The list of invoices, in each of its orders, and a search of it read the invoices of one page.
create index invoices_by_issue on invoices (issued_at, series, sequence);
create index invoices_by_client on invoices (without_accents(content #>> '{buyer,name}'), issued_at, series, sequence);
create index invoices_by_total on invoices (total, issued_at, series, sequence);
