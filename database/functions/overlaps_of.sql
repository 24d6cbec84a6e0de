-- Returns overlaps as a person sees them: only colleague, company, and contact. The owner also sees pending requests to
-- join or be introduced (`from`).
create or replace function overlaps_of(p_org uuid, p_target uuid, p_user uuid) returns json language plpgsql stable as $$
declare
  answer json;
begin
  if not exists (select 1 from target_people p where p.org_id = p_org and p.target_id = p_target and p.user_id = p_user and p.response = 'accepted' and not p.gone)
    or not exists (select 1 from targets t where t.org_id = p_org and t.id = p_target and t.status in ('active', 'archived'))
    or not has_overlaps(p_org)
  then return '[]'; end if;
  with found as (
    select t.company, t.contact, t.owner_id as user_id, null::text as asks
    from overlapping_target(p_org, p_target) as o
    -- The queue can lag. Targets are looked up one by one, because without statistics PostgreSQL would read the whole
    -- firm.
    cross join lateral (select * from targets t where t.org_id = p_org and t.id = o limit 1) t
    where not t.is_private and t.status in ('active', 'archived')
    union all
    select a.company, '', a.user_id, a.answer
    from overlap_answers a join targets t on t.org_id = p_org and t.id = a.target_id
    where a.org_id = p_org and a.target_id = p_target and a.answer in ('join', 'introduction') and a.dismissed_at is null and t.owner_id = p_user
  ), named as (
    select concat_ws(', ', nullif(f.company, ''), nullif(f.contact, '')) as target, f.asks, trim(u.first_name || ' ' || u.last_name) as name,
      case when f.asks is not null then f.user_id end as asker
    from found f
    cross join lateral (select * from users u where u.org_id = p_org and u.id = f.user_id limit 1) u
    where f.user_id <> p_user and u.deactivated_at is null
      and not exists (select 1 from target_people p where p.org_id = p_org and p.target_id = p_target and p.user_id = f.user_id and p.response in ('accepted', 'pending') and not p.gone)
  ), listed as (
    select n.target, n.asks, n.asker, json_agg(distinct n.name) as members from named n group by n.target, n.asks, n.asker
  )
  select json_agg(case when l.asks is null then json_build_object('target', l.target, 'members', l.members)
    else json_build_object('target', l.target, 'members', l.members, 'asks', l.asks, 'from', l.asker) end order by l.asks nulls last, l.target, l.members->>0)
  into answer from listed l;
  return coalesce(answer, '[]');
end $$;
