-- Staff roles stand beside `role` (D72): an administrator needs none.
alter table profiles add column staff_role text check (staff_role in ('manager', 'crew', 'accountant'));
alter table profiles add constraint profiles_one_back_office_role check (staff_role is null or role = 'user');

alter table sign_in_settings add column second_factor_roles text[] not null default '{}'
  check (second_factor_roles <@ array['admin', 'manager', 'crew', 'accountant']);
update sign_in_settings set second_factor_roles = '{admin}' where administrators_need_second_factor;
alter table sign_in_settings drop column administrators_need_second_factor;
