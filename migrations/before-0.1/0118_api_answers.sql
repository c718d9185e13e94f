-- What a program was answered under an Idempotency-Key, so that the same demand sent again is answered alike and done
-- once. A row without an answer is one that is being done, by whoever holds its claim.
create table api_answers (
  key_id uuid not null references api_keys (id) on delete cascade,
  name text not null check (length(name) between 1 and 255),
  request_digest text not null,
  claim uuid not null,
  begun_at timestamptz not null,
  status integer,
  body text,
  primary key (key_id, name),
  check ((status is null) = (body is null))
);
create index api_answers_begun on api_answers (begun_at);
