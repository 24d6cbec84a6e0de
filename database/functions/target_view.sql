-- Returns `Tile` of features/targets/contract.ts for one person, except `bucket`, which depends on today. An invited
-- person sees company, contact, goal, owner, and the owner's step, but no due date, notes, address, or amounts.
-- `p_whole` hides nothing, for the server's own decisions.
create or replace function target_view(p_org uuid, p_target uuid, p_user uuid, p_whole boolean default false) returns text
language plpgsql stable as $$
declare
  answer text;
begin
  select case when t.is_undated then '{"undated" : true, ' else '{' end || substr(json_build_object(
    'id', t.id,
    'user_id', p_user,
    'owner_id', t.owner_id,
    'owner', trim(o.first_name || ' ' || o.last_name),
    'company', t.company,
    'contact', t.contact,
    'contact_email', case when is_pending then '' else t.contact_email end,
    'contact_phone', case when is_pending then '' else t.contact_phone end,
    'type', t.type,
    'typeterm', case t.type when 'client' then 'Client' when 'prospect' then 'Prospect' else 'Referral Source' end,
    'value', t.value,
    'valueterm', case t.value when 'L' then 'Low' when 'M' then 'Medium' else 'High' end,
    'goal', t.goal,
    'status', t.status,
    'statusterm', case t.status when 'active' then 'Pursuing' when 'archived' then 'On Hold' when 'completed' then 'Won'
      when 'lost' then 'Lost' else 'Recently Deleted' end,
    'phase', t.phase,
    'due', case when is_pending then null else (
      select k.due from tasks k
      where k.org_id = p_org and k.target_id = t.id and k.user_id = p_user and k.completed_at is null) end,
    'created', to_char(t.created_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'modified', to_char(t.modified_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'completed', to_char(t.completed_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'completed_formatted', coalesce(to_char(t.completed_at at time zone z.zone, 'Mon FMDD, YYYY'), ''),
    'deleted', to_char(t.deleted_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'projected_revenue', m.projected::float8,
    'projected_revenue_formatted', coalesce(case m.projected when -1 then 'Intangible' else to_char(m.projected, 'FM$999,999,990') end, ''),
    'revenue', m.won::float8,
    'revenue_formatted', coalesce(case m.won when -1 then 'Intangible' else to_char(m.won, 'FM$999,999,990') end, ''),
    'lostReason', case when is_pending then '' else t.lost_reason end,
    'private', t.is_private,
    'stage', case when not is_pending then current_stage(z.stages, t.stage_id) end,
    'staged', case when not is_pending then to_char(t.staged_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS') end,
    'expected_close', case when not is_pending then t.expected_close end,
    'chance', case when not is_pending then t.chance end,
    'came_from', case when not is_pending then came_from_of(p_org, t.came_from) end,
    'shared', case when t.owner_id <> p_user then me.response when people.accepted > 1 then 'accepted' else 'no' end,
    'tasks', coalesce((
      select json_agg(json_build_object(
        'id', k.id,
        'tile_id', k.target_id,
        'user_id', k.user_id,
        'first_name', u.first_name,
        'last_name', u.last_name,
        'description', k.description,
        'help', case when is_pending then '' else k.help end,
        'due', case when is_pending then '' else k.due::text end,
        'done', case when k.completed_at is null then 'incomplete' else 'done' end,
        'created', to_char(k.created_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
        'completed', to_char(k.completed_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
        'edit', case when not is_pending then k.edit end
      ) order by k.created_at, k.id)
      from tasks k join users u on u.org_id = k.org_id and u.id = k.user_id
      where k.org_id = p_org and k.target_id = t.id
        and (not is_pending or (k.user_id = t.owner_id and k.completed_at is null))), '[]'::json),
    'collaborators', case when people.listed > 1 then people.list else '[]'::json end,
    'overlaps', overlaps_of(p_org, p_target, p_user),
    'contacts', case when is_pending then '[]'::json else contacts_of(p_org, p_target) end,
    'last_touch', case when not is_pending then t.last_touch end,
    'notes', case when is_pending then '[]'::json else coalesce((
      select json_agg(json_build_object(
        'id', n.id,
        'user_id', n.user_id,
        'target_id', n.target_id,
        'note', n.note,
        'first_name', u.first_name,
        'last_name', u.last_name,
        'created', to_char(n.created_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
        'modified', to_char(n.modified_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
        'edit', case when n.user_id = p_user then n.edit end
      ) order by n.created_at, n.id)
      from notes n join users u on u.org_id = n.org_id and u.id = n.user_id
      where n.org_id = p_org and n.target_id = t.id), '[]'::json) end,
    'note', case when is_pending then '' else coalesce((
      select n.note from notes n where n.org_id = p_org and n.target_id = t.id and n.user_id = p_user), '') end,
    'reminder', (
      select json_build_object('task_id', r.task_id, 'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from reminders r where r.org_id = p_org and r.user_id = p_user and r.target_id = t.id and r.at is not null),
    'edits', case when is_pending then '{}'::jsonb else t.edits end,
    'undo', case when is_pending then null else t.undo end
  )::text, 2) into answer
  from targets t
  join users o on o.org_id = t.org_id and o.id = t.owner_id
  join target_people me on me.org_id = t.org_id and me.user_id = p_user and me.target_id = t.id
  cross join lateral (select me.response = 'pending' and not p_whole as is_pending) i
  cross join lateral (select case when not is_pending then t.projected_revenue end as projected, case when not is_pending then t.revenue end as won) m
  cross join lateral (select time_zone as zone, stages from orgs where id = p_org) z
  cross join lateral (
    select count(*) as listed, count(*) filter (where p.response = 'accepted') as accepted,
      json_agg(json_build_object(
        'user_id', p.user_id,
        'share_id', coalesce(p.share_id::text, '0'),
        'from_id', p.from_id,
        'owner_id', t.owner_id,
        'response', p.response,
        'responded', to_char(p.responded_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
        'role', case when p.user_id = t.owner_id then 'initiator' else 'collaborator' end,
        'first_name', u.first_name,
        'last_name', u.last_name,
        'from_first_name', f.first_name,
        'from_last_name', f.last_name
      ) order by p.share_id desc nulls last) as list
    from target_people p
    join users u on u.org_id = p.org_id and u.id = p.user_id
    join users f on f.org_id = p.org_id and f.id = p.from_id
    where p.org_id = p_org and p.target_id = t.id and p.gone is not true and p.response in ('pending', 'accepted')
  ) people
  where t.org_id = p_org and t.id = p_target;
  return answer;
end $$;
