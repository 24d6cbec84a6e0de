-- Keeps what targets are found by, and writes the copies of all whose overlaps that changes.
-- `p_keys`: [{target_id, owner_id, company, contact, email, is_shown, is_open, spellings}]
create or replace function keep_keys(p_org uuid, p_keys jsonb) returns void language plpgsql as $$
declare
  one record;
  near text[];
  old target_keys;
  touched uuid[] := '{}';
  own uuid[] := '{}';
  others uuid[];
begin
  for one in
    select * from jsonb_to_recordset(p_keys) as r (target_id uuid, owner_id uuid, company text, contact text, email text, is_shown boolean, is_open boolean, spellings text[])
  loop
    select * into old from target_keys k where k.org_id = p_org and k.target_id = one.target_id;
    if found then
      touched := touched || array(select overlapping_target(p_org, one.target_id));
      if not one.is_open then delete from target_keys k where k.org_id = p_org and k.target_id = one.target_id; end if;
    end if;
    if not one.is_open then continue; end if;
    insert into target_keys (org_id, target_id, owner_id, company_key, contact_key, email_key, is_shown)
    values (p_org, one.target_id, one.owner_id, one.company, one.contact, one.email, one.is_shown)
    on conflict (org_id, target_id) do update set owner_id = excluded.owner_id, company_key = excluded.company_key, contact_key = excluded.contact_key, email_key = excluded.email_key, is_shown = excluded.is_shown;
    if one.company <> '' and not exists (select 1 from company_near n where n.org_id = p_org and n.company_key = one.company) then
      near := near_companies(p_org, one.company, one.spellings);
      insert into company_near (org_id, company_key, near_key)
      select p_org, one.company, n from unnest(near) as n union select p_org, n, one.company from unnest(near) as n
      on conflict do nothing;
      insert into company_spellings (org_id, spelling, company_key) select distinct p_org, h, one.company from unnest(hashes_of(one.spellings)) as h
      on conflict do nothing;
    end if;
    others := array(select overlapping_target(p_org, one.target_id));
    if cardinality(others) > 0 or exists (select 1 from overlap_answers a where a.org_id = p_org and a.target_id = one.target_id) then own := own || one.target_id; end if;
    -- Where twenty older ones stand before it in everybody's list, it comes into nobody's.
    if one.is_shown and not (cardinality(others) >= 20 and one.target_id > all (others)) then touched := touched || others; end if;
  end loop;
  touched := array(select distinct t from unnest(touched || own) as t);
  if cardinality(touched) > 0 then perform refresh_docs(p_org, touched); end if;
end $$;
