-- A refusal is decided in the verb's transaction and answered as a value: no statement raises it any more.
drop function refuse(text, jsonb);
