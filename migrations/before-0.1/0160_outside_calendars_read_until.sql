-- Until which day the events of a calendar of elsewhere were made into days. What repeats goes on: a calendar that says it has
-- not changed is read whole again before that day comes near. Null: read before this was written down.
alter table outside_calendars add column read_until date;
