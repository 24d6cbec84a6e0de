-- Stores the day of these Targets' last touch, and shows it to everyone on the Targets.
create or replace function refresh_last_touch(p_org uuid, p_targets uuid[]) returns void language plpgsql as $$
declare
  changed uuid[];
begin
  with latest as (
    select w.id, max(h.day) as day from unnest(p_targets) as w (id)
    left join touches h on h.org_id = p_org and h.target_id = w.id and h.deleted_at is null group by w.id
  ), stored as (
    update targets t set last_touch = l.day from latest l
    where t.org_id = p_org and t.id = l.id and t.last_touch is distinct from l.day returning t.id
  )
  select array_agg(id) into changed from stored;
  if changed is not null then perform rebuild_target_views(p_org, changed); end if;
end $$;
