-- Lowercases text, removes accents, and straightens quotation marks, so that search ignores them. Must match
-- core/contract/foldCase.ts.
create or replace function folded(p_text text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(
    translate(regexp_replace(normalize(lower(p_text), nfd), '[\u0300-\u036f]', '', 'g'), 'øłđðı’‘ʼ“”', 'olddi''''''""'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
