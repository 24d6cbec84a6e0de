-- Writes each person's copy of the given targets anew and moves it to the end of that person's feed.
create or replace function refresh_docs(p_org uuid, p_targets uuid[]) returns void language plpgsql as $$
begin
  -- 'gone is not true', here and wherever one target's people are looked up: 'not gone' would let who plans without statistics take
  -- the index of people's lists, and read all of the firm.
  with people as (
    select p.user_id, p.target_id from (select distinct unnest(p_targets) as id) as wanted
    cross join lateral (select * from target_people where org_id = p_org and target_id = wanted.id and gone is not true offset 0) as p
  ), bumped as (
    insert into sync_clocks as c (org_id, user_id, seq)
    select p_org, user_id, count(*) from people group by user_id order by user_id
    on conflict (org_id, user_id) do update set seq = c.seq + excluded.seq
    returning user_id, seq
  ), numbered as (
    select p.user_id, p.target_id, b.seq + 1 - row_number() over (partition by p.user_id order by p.target_id) as seq
    from people p join bumped b using (user_id)
  )
  update target_people tp set
    seq = n.seq,
    doc = case when tp.response not in ('rejected', 'revoked') then substr(tile_doc(p_org, n.target_id, n.user_id), 2) end,
    gone = not exists (select 1 from targets t where t.org_id = p_org and t.id = n.target_id) or tp.response in ('rejected', 'revoked'),
    status = coalesce((select t.status from targets t where t.org_id = p_org and t.id = n.target_id), 'deleted'),
    due = (select k.due from tasks k where k.org_id = p_org and k.target_id = n.target_id and k.user_id = n.user_id and k.completed_at is null)
  from numbered n
  where tp.org_id = p_org and tp.user_id = n.user_id and tp.target_id = n.target_id;
end $$;
