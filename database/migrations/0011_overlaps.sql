-- Overlaps: colleagues who pursue the same company or person. What names are compared by is made by features/targets/overlaps.ts
-- when a target is saved; here it is kept, looked up, and told to those whose targets it concerns.

-- Of each active or held target. Private ones are kept for their owner's own view and never shown.
create table target_keys (
  org_id uuid not null,
  target_id uuid not null,
  owner_id uuid not null,
  company_key text not null,
  contact_key text not null,
  email_key text not null,
  is_shown boolean not null,
  primary key (org_id, target_id),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade
);
create index target_keys_by_company on target_keys (org_id, company_key, target_id) where is_shown and company_key <> '';
create index target_keys_by_contact on target_keys (org_id, contact_key, target_id) where is_shown and contact_key <> '';
create index target_keys_by_email on target_keys (org_id, email_key, target_id) where is_shown and email_key <> '';

-- Names that share a spelling may be near ones. Hashed: a spelling is only ever compared.
create table company_spellings (
  org_id uuid not null references orgs (id),
  spelling bigint not null,
  company_key text not null,
  primary key (org_id, spelling, company_key)
);
-- Names that are: found when the later of the two is first seen in the firm. Both ways round, and each with itself.
create table company_near (
  org_id uuid not null references orgs (id),
  company_key text not null,
  near_key text not null,
  primary key (org_id, company_key, near_key)
);

-- What somebody said to an overlap, on a colleague's target. An ask is shown to the colleague.
create table overlap_answers (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  answer text not null check (answer in ('join', 'introduction', 'separate')),
  company text not null,
  at timestamptz not null,
  primary key (org_id, user_id, target_id),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id)
);
create index overlap_answers_by_target on overlap_answers (org_id, target_id);

-- Targets that were there before this migration: their keys are made on the next start.
create table overlap_backlog (
  org_id uuid not null,
  target_id uuid not null,
  primary key (org_id, target_id),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade
);
insert into overlap_backlog select org_id, id from targets where status in ('active', 'archived');

-- Shared over all three-letter pieces, as `similarity` of features/targets/overlaps.ts.
create function trigrams_of(p_name text) returns text[] language sql immutable as $$
  select array_agg(distinct substr('  ' || word || ' ', i, 3)) from unnest(string_to_array(p_name, ' ')) as word, generate_series(1, length(word) + 1) as i
$$;
create function is_near(a text, b text) returns boolean language sql immutable as $$
  select a = b or (
    select count(*) filter (where n = 2)::float8 / greatest(count(*), 1) >= 0.4
    from (select count(*) as n from (select unnest(trigrams_of(a)) as piece union all select unnest(trigrams_of(b))) pieces group by piece) counted)
$$;
create function hashes_of(p_spellings text[]) returns bigint[] language sql immutable as $$
  select coalesce(array_agg(hashtextextended(s, 0)), '{}') from unnest(p_spellings) as s
$$;

-- Names of the firm that are near this one, itself too; whether or not the firm knows it.
create function near_companies(p_org uuid, p_company text, p_spellings text[]) returns text[] language plpgsql stable as $$
declare
  found text[];
begin
  if p_company = '' then return '{}'; end if;
  select array_agg(n.near_key) into found from company_near n where n.org_id = p_org and n.company_key = p_company;
  if found is null then
    select coalesce(array_agg(distinct s.company_key), '{}') || p_company into found
    from company_spellings s where s.org_id = p_org and s.spelling = any(hashes_of(p_spellings)) and s.company_key <> p_company and is_near(s.company_key, p_company);
  end if;
  return found;
end $$;

-- Colleagues' open targets with the same company (or a near one), contact or e-mail; the oldest of them, at most 20 by each.
create function overlapping(p_org uuid, p_owner uuid, p_companies text[], p_contact text, p_email text) returns setof uuid language plpgsql stable as $$
declare
  company text;
begin
  foreach company in array p_companies loop
    return query select k.target_id from target_keys k
      where k.org_id = p_org and k.company_key = company and k.company_key <> '' and k.is_shown and k.owner_id <> p_owner order by k.target_id limit 20;
  end loop;
  if p_contact <> '' then
    return query select k.target_id from target_keys k
      where k.org_id = p_org and k.contact_key = p_contact and k.contact_key <> '' and k.is_shown and k.owner_id <> p_owner order by k.target_id limit 20;
  end if;
  if p_email <> '' then
    return query select k.target_id from target_keys k
      where k.org_id = p_org and k.email_key = p_email and k.email_key <> '' and k.is_shown and k.owner_id <> p_owner order by k.target_id limit 20;
  end if;
end $$;

create function overlapping_target(p_org uuid, p_target uuid) returns setof uuid language plpgsql stable as $$
declare
  own target_keys;
begin
  select * into own from target_keys k where k.org_id = p_org and k.target_id = p_target;
  if found then
    return query select distinct o from overlapping(p_org, own.owner_id, near_companies(p_org, own.company_key, '{}'), own.contact_key, own.email_key) as o;
  end if;
end $$;

create function has_overlaps(p_org uuid) returns boolean language sql stable as $$
  select coalesce(subscriptions->'targets'->'features'->>'overlaps', 'yes') <> 'no' from orgs where id = p_org
$$;

-- The overlaps of a target as one person may see them: colleague, company and contact, and nothing else. With them, for its owner,
-- who asked to join or to be introduced and does not collaborate yet.
create function overlaps_of(p_org uuid, p_target uuid, p_user uuid) returns json language plpgsql stable as $$
declare
  answer json;
begin
  if not exists (select 1 from target_people p where p.org_id = p_org and p.target_id = p_target and p.user_id = p_user and p.response = 'accepted' and not p.gone)
    or not exists (select 1 from target_keys k where k.org_id = p_org and k.target_id = p_target)
    or not has_overlaps(p_org)
  then return '[]'; end if;
  with found as (
    select t.company, t.contact, t.owner_id as user_id, null::text as asks
    from overlapping_target(p_org, p_target) as o join targets t on t.org_id = p_org and t.id = o
    union all
    select a.company, '', a.user_id, a.answer
    from overlap_answers a join targets t on t.org_id = p_org and t.id = a.target_id
    where a.org_id = p_org and a.target_id = p_target and a.answer in ('join', 'introduction') and t.owner_id = p_user
  ), named as (
    select concat_ws(', ', nullif(f.company, ''), nullif(f.contact, '')) as target, f.asks, trim(u.first_name || ' ' || u.last_name) as name
    from found f join users u on u.org_id = p_org and u.id = f.user_id
    where f.user_id <> p_user
      and not exists (select 1 from target_people p where p.org_id = p_org and p.target_id = p_target and p.user_id = f.user_id and p.response in ('accepted', 'pending') and not p.gone)
  ), listed as (
    select n.target, n.asks, json_agg(distinct n.name) as members from named n group by n.target, n.asks
  )
  select json_agg(case when l.asks is null then json_build_object('target', l.target, 'members', l.members)
    else json_build_object('target', l.target, 'members', l.members, 'asks', l.asks) end order by l.asks nulls last, l.target)
  into answer from listed l;
  return coalesce(answer, '[]');
end $$;

-- Those who write the same names take turns: otherwise neither would see the other. Taken before anything else is locked.
create function lock_keys(p_org uuid, p_keys text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext(p_org::text), h) from (select distinct hashtext(k) & 255 as h from unnest(p_keys) as k where k <> '' order by 1) turns;
end $$;

-- Keeps what targets are found by, and writes the copies of all whose overlaps that changes.
-- `p_keys`: [{target_id, owner_id, company, contact, email, is_shown, is_open, spellings}]
create function keep_keys(p_org uuid, p_keys jsonb) returns void language plpgsql as $$
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

-- Whose copy it is sees the overlaps: the one line of `tile_doc` that said there are none.
do $$
declare
  body text := (select pg_get_functiondef(oid) from pg_proc where proname = 'tile_doc');
  changed text := replace(body, '''overlaps'', ''[]''::json', '''overlaps'', overlaps_of(p_org, p_target, p_user)');
begin
  if changed = body and position('overlaps_of' in body) = 0 then raise exception 'tile_doc has no line for overlaps'; end if;
  execute changed;
end $$;

do $$
declare name text;
begin
  foreach name in array array['target_keys', 'company_spellings', 'company_near', 'overlap_answers', 'overlap_backlog'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
end $$;
