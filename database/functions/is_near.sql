-- Compares the shared three-letter pieces, like `similarity` of features/targets/overlaps/overlaps.ts.
create or replace function is_near(a text, b text) returns boolean language sql immutable as $$
  select a = b or (
    select count(*) filter (where n = 2)::float8 / greatest(count(*), 1) >= 0.4
    from (select count(*) as n from (select unnest(name_trigrams(a)) as piece union all select unnest(name_trigrams(b))) pieces group by piece) counted)
$$;
