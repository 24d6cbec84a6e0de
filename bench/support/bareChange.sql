-- Writes the rows of one change of a target and returns the response: what the product writes, with nothing else around
-- it. `p_rows` are the rows of a sample change with this change's IDs: see `bareChange.ts`.
create or replace function bare_change(p_hash bytea, p_org uuid, p_key uuid, p_fingerprint bytea, p_target uuid, p_rows jsonb, p_doc text)
returns text language plpgsql as $$
declare
  person uuid;
  first text;
  target targets;
begin
  select s.user_id into person from sessions s
  join users u on u.org_id = s.org_id and u.id = s.user_id join orgs o on o.id = s.org_id
  where s.org_id = p_org and s.token_hash = p_hash and u.deactivated_at is null
    and now() - s.used_at < make_interval(hours => o.idle_hours) and now() - s.created_at < make_interval(hours => o.longest_hours)
    and (s.ends_at is null or s.ends_at > now());
  if person is null then raise exception 'no session'; end if;

  insert into once_only (org_id, user_id, key, fingerprint) values (p_org, person, p_key, p_fingerprint) on conflict do nothing;
  if not found then
    select answer into first from once_only where org_id = p_org and user_id = person and key = p_key for update;
    return first;
  end if;

  select * into target from targets where org_id = p_org and id = p_target for update;
  target := jsonb_populate_record(target, p_rows->'target');
  insert into targets select (target).*
  on conflict (org_id, id) do update set goal = excluded.goal, status = excluded.status, phase = excluded.phase, revenue = excluded.revenue,
    undo = excluded.undo, edits = excluded.edits, completed_at = excluded.completed_at, modified_at = excluded.modified_at;
  insert into tasks select * from jsonb_populate_recordset(null::tasks, p_rows->'tasks');
  if target.status = 'completed' then
    update tasks set completed_at = target.completed_at where org_id = p_org and target_id = p_target and completed_at is null;
  end if;
  insert into notes select * from jsonb_populate_recordset(null::notes, p_rows->'notes');
  insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues, by_name)
    select org_id, id, target_id, user_id, person_id, kind, at, data, p_key, status, dues, by_name
    from jsonb_populate_recordset(null::target_events, p_rows->'events');
  insert into upkeep (org_id, target_id, companies)
    select org_id, target_id, companies from jsonb_populate_recordset(null::upkeep, p_rows->'upkeep');
  insert into target_people (org_id, user_id, target_id, from_id, response, seq, status, due, doc)
  values (p_org, person, p_target, person, 'accepted', next_feed_seq(p_org, 'main', person), target.status,
    (select k.due from tasks k where k.org_id = p_org and k.target_id = p_target and k.user_id = person and k.completed_at is null), p_doc)
  on conflict (org_id, user_id, target_id) do update set seq = excluded.seq, status = excluded.status, due = excluded.due, doc = excluded.doc;

  first := '{"bucket":"soon",' || p_doc;
  update once_only set status = 200, answer = first where org_id = p_org and user_id = person and key = p_key;
  return first;
end $$;
