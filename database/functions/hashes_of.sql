-- The former name of name_hashes, which the previous version still calls. The next release deletes this file.
create or replace function hashes_of(p_spellings text[]) returns bigint[] language sql immutable as $$
  select name_hashes(p_spellings)
$$;
