-- Spellings are only compared, so only their hashes are stored.
create or replace function name_hashes(p_spellings text[]) returns bigint[] language sql immutable as $$
  select coalesce(array_agg(hashtextextended(s, 0)), '{}') from unnest(p_spellings) as s
$$;
