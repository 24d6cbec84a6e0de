-- Overlaps follow the people they name: a new name shows at once, who was deactivated is left out until they are back,
-- and an ask goes when it was answered. And the notes of who has something new say the firm where none is set.

alter table overlap_answers add column dismissed_at timestamptz;

-- Colleagues' targets that name a person in their overlaps, and all that the person has a part in.
create function targets_naming(p_org uuid, p_user uuid) returns uuid[] language sql stable as $$
  select array(
    select o from target_keys k cross join overlapping_target(p_org, k.target_id) as o where k.org_id = p_org and k.owner_id = p_user
    union select a.target_id from overlap_answers a where a.org_id = p_org and a.user_id = p_user and a.answer <> 'separate'
    union select tp.target_id from target_people tp where tp.org_id = p_org and tp.user_id = p_user and not tp.gone
    union select t.target_id from tasks t where t.org_id = p_org and t.user_id = p_user
    union select n.target_id from notes n where n.org_id = p_org and n.user_id = p_user)
$$;

-- What a deactivated person pursues is nobody's overlap.
create function show_active_only() returns trigger language plpgsql as $$
begin
  new.is_shown := exists (select 1 from users u where u.org_id = new.org_id and u.id = new.owner_id and u.deactivated_at is null);
  return new;
end $$;
create trigger show_active_only before insert or update of is_shown, owner_id on target_keys for each row
  when (new.is_shown) execute function show_active_only();

-- Names stand in everybody's copy of a target: those are written anew, whoever changed the person and how.
create function note_person() returns trigger language plpgsql as $$
declare
  named uuid[];
begin
  named := targets_naming(new.org_id, new.id);
  -- First the targets, as every action does: a copy that is older than somebody's action must not replace a newer one.
  perform 1 from targets t where t.org_id = new.org_id and t.id = any(named) order by t.id for update;
  if (new.deactivated_at is null) <> (old.deactivated_at is null) then
    update target_keys k set is_shown = not t.is_private and new.deactivated_at is null
    from targets t where t.org_id = k.org_id and t.id = k.target_id and k.org_id = new.org_id and k.owner_id = new.id;
  end if;
  perform refresh_docs(new.org_id, named);
  return null;
end $$;
create trigger note_person after update of first_name, last_name, deactivated_at on users for each row
  when (new.first_name <> old.first_name or new.last_name <> old.last_name or (new.deactivated_at is null) <> (old.deactivated_at is null))
  execute function note_person();


-- As in 0011, with who asks (`from`), and without those who left and asks that were answered.
create or replace function overlaps_of(p_org uuid, p_target uuid, p_user uuid) returns json language plpgsql stable as $$
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
    where a.org_id = p_org and a.target_id = p_target and a.answer in ('join', 'introduction') and a.dismissed_at is null and t.owner_id = p_user
  ), named as (
    select concat_ws(', ', nullif(f.company, ''), nullif(f.contact, '')) as target, f.asks, trim(u.first_name || ' ' || u.last_name) as name,
      case when f.asks is not null then f.user_id end as asker
    from found f join users u on u.org_id = p_org and u.id = f.user_id and u.deactivated_at is null
    where f.user_id <> p_user
      and not exists (select 1 from target_people p where p.org_id = p_org and p.target_id = p_target and p.user_id = f.user_id and p.response in ('accepted', 'pending') and not p.gone)
  ), listed as (
    select n.target, n.asks, n.asker, json_agg(distinct n.name) as members from named n group by n.target, n.asks, n.asker
  )
  select json_agg(case when l.asks is null then json_build_object('target', l.target, 'members', l.members)
    else json_build_object('target', l.target, 'members', l.members, 'asks', l.asks, 'from', l.asker) end order by l.asks nulls last, l.target, l.members->>0)
  into answer from listed l;
  return coalesce(answer, '[]');
end $$;

-- Names whose words stand in another order share a spelling from now on; those that are known already get theirs here.
do $$
declare
  one record;
begin
  create temporary table turned on commit drop as
    select n.org_id, n.company_key, '%' || (select string_agg(w, ' ' order by w collate "C") from unnest(string_to_array(n.company_key, ' ')) as w) as spelling
    from company_near n where n.near_key = n.company_key and position(' ' in n.company_key) > 0;
  insert into company_spellings (org_id, spelling, company_key) select t.org_id, hashtextextended(t.spelling, 0), t.company_key from turned t on conflict do nothing;
  insert into company_near (org_id, company_key, near_key)
    select a.org_id, a.company_key, b.company_key from turned a join turned b on b.org_id = a.org_id and b.spelling = a.spelling and b.company_key <> a.company_key
    on conflict do nothing;
  for one in
    select k.org_id, array_agg(distinct k.target_id) as targets from turned a
    join turned b on b.org_id = a.org_id and b.spelling = a.spelling and b.company_key <> a.company_key
    join target_keys k on k.org_id = a.org_id and k.company_key = a.company_key group by k.org_id
  loop
    perform refresh_docs(one.org_id, one.targets);
  end loop;
end $$;

-- Copies that say it otherwise: those with asks, and those next to what a deactivated person pursues.
do $$
declare
  one record;
begin
  for one in
    select org_id, array_agg(distinct target_id) as targets from (
      select a.org_id, a.target_id from overlap_answers a where a.answer <> 'separate'
      union select u.org_id, n from users u cross join unnest(targets_naming(u.org_id, u.id)) as n where u.deactivated_at is not null) stale
    group by org_id
  loop
    update target_keys k set is_shown = false from users u
    where k.org_id = one.org_id and u.org_id = k.org_id and u.id = k.owner_id and u.deactivated_at is not null and k.is_shown;
    perform refresh_docs(one.org_id, one.targets);
  end loop;
end $$;

-- A job over all firms has none set: there each note says its own, '<firm>/<person>:<cursor>'.
create function firm_of_note(p_org uuid) returns text language sql stable as $$
  select case when coalesce(current_setting('app.org_id', true), '') = '' then p_org || '/' else '' end
$$;
create or replace function note_moved() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), firm_of_note(new.org_id) || new.user_id || ':' || new.seq), true);
  return null;
end $$;
create or replace function note_ended() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), firm_of_note(old.org_id) || old.user_id || ':ended'), true);
  return null;
end $$;
create or replace function note_deactivated() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), firm_of_note(new.org_id) || new.id || ':ended'), true);
  return null;
end $$;
