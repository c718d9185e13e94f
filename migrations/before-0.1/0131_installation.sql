-- Which secret and which storage belong to this database (decision 69). One row, written by the first process that starts.
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Tells whether a process has the same secret, without telling the secret.
  secret_mark text not null,
  -- The name of an object that lies in the storage.
  storage_mark uuid not null
);
