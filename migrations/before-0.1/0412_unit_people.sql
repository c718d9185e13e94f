-- A host is rented as the unit of an accessory ("Animateur"), and is off when the person is.
alter table units add column person_id uuid references profiles on delete set null;
create index units_by_person on units (person_id) where person_id is not null;
