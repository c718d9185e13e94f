-- The hours of an event with a time; null for an all-day event, which takes the rental days of its dates.
alter table outside_events add column during tstzrange check (not isempty(during));

-- An unchanged calendar is read once in full, for the hours of the events that are known by their days.
update outside_calendars set etag = null, last_modified = null;
