/**
 * What a mail is found by, as SQL over the queue's `data`: whom it goes to and what it says; not the names that JSON has
 * for that, nor the secret of a link. The index and the search must say the very same.
 */
export const mailWords = `without_accents(
  jsonb_path_query_array(data, '$.to[*].*')::text || ' ' ||
  jsonb_path_query_array(data, '$.data.keyvalue() ? (@.key != "token").value')::text)`
