-- In small letters, without accents, and with straight quotation marks, as core/contract/fold_case.ts has it: text is found however it's typed.
create or replace function fold_case(p_text text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(
    translate(regexp_replace(normalize(lower(p_text), nfd), '[\u0300-\u036f]', '', 'g'), 'øłđðı’‘ʼ“”', 'olddi''''''""'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
