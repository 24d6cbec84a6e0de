-- Lowercases text, removes accents, and straightens quotation marks for search. Must match core/contract/foldCase.ts.
-- ASCII text only needs lowercasing, and most names are ASCII.
create or replace function fold_case(p_text text) returns text language sql immutable parallel safe as $$
  select case when octet_length(p_text) = length(p_text) then lower(p_text) else
    replace(replace(replace(replace(
      translate(regexp_replace(normalize(lower(p_text), nfd), '[\u0300-\u036f]', '', 'g'), 'øłđðı’‘ʼ“”', 'olddi''''''""'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;
