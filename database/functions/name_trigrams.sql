-- Returns the three-letter pieces of each word, as in features/targets/overlaps/overlaps.ts.
create or replace function name_trigrams(p_name text) returns text[] language sql immutable as $$
  select array_agg(distinct substr('  ' || word || ' ', i, 3)) from unnest(string_to_array(p_name, ' ')) as word, generate_series(1, length(word) + 1) as i
$$;
