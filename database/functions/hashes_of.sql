-- Spellings are only compared, so only their hashes are stored.
create or replace function hashes_of(p_spellings text[]) returns bigint[] language sql immutable as $$
  select coalesce(array_agg(hashtextextended(s, 0)), '{}') from unnest(p_spellings) as s
$$;
