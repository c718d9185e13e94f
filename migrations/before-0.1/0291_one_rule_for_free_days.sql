-- Which days are free is decided by the domain alone.
drop function last_held_day(uuid, date);
drop function next_open_day(uuid, date);
