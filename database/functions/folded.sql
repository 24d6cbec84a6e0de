-- The former name of fold_case, which the previous version still calls. The next release deletes this file.
create or replace function folded(p_text text) returns text language sql immutable parallel safe as $$
  select fold_case(p_text)
$$;
