-- Rebuilds people's copies of targets and moves them to the end of their feeds. In three steps, so that the holder of
-- the sequences sees earlier writes, and a cluster computes nothing per row while writing.
create or replace function rebuild_target_views(p_org uuid, p_targets uuid[]) returns void language plpgsql as $$
declare
  people uuid[];
  targets uuid[];
  seqs bigint[];
  docs text[];
  gones boolean[];
  statuses text[];
  dues date[];
begin
  -- With 'not gone' and no statistics, PostgreSQL would use the index of people's lists and read the whole firm.
  with people as (
    select p.user_id, p.target_id from (select distinct unnest(p_targets) as id) as wanted
    cross join lateral (select * from target_people where org_id = p_org and target_id = wanted.id and gone is not true offset 0) as p
  ), bumped as materialized (
    select user_id, next_feed_seq(p_org, 'main', user_id, moved) as seq
    from (select user_id, count(*) as moved from people group by user_id order by user_id) each
  ), numbered as (
    select p.user_id, p.target_id, b.seq + 1 - row_number() over (partition by p.user_id order by p.target_id) as seq
    from people p join bumped b using (user_id)
  )
  select array_agg(n.user_id), array_agg(n.target_id), array_agg(n.seq) into people, targets, seqs from numbered n;
  if people is null then return; end if;
  select array_agg(c.user_id), array_agg(c.target_id), array_agg(c.seq), array_agg(c.doc), array_agg(c.gone), array_agg(c.status), array_agg(c.due)
  into people, targets, seqs, docs, gones, statuses, dues from (
    select tp.user_id, tp.target_id, n.seq,
      case when tp.response not in ('rejected', 'revoked') then substr(target_view(p_org, n.target_id, n.user_id), 2) end as doc,
      t.id is null or tp.response in ('rejected', 'revoked') as gone, coalesce(t.status, 'deleted') as status, k.due
    from unnest(people, targets, seqs) as n (user_id, target_id, seq)
    join target_people tp on tp.org_id = p_org and tp.user_id = n.user_id and tp.target_id = n.target_id
    left join targets t on t.org_id = p_org and t.id = n.target_id
    left join tasks k on k.org_id = p_org and k.target_id = n.target_id and k.user_id = n.user_id and k.completed_at is null) c;
  update target_people tp set seq = n.seq, doc = n.doc, gone = n.gone, status = n.status, due = n.due
  from unnest(people, targets, seqs, docs, gones, statuses, dues) as n (user_id, target_id, seq, doc, gone, status, due)
  where tp.org_id = p_org and tp.user_id = n.user_id and tp.target_id = n.target_id;
end $$;
