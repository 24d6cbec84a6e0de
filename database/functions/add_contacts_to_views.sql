-- Adds the contacts to people's copies of Targets that are older than contacts, and moves them to the end of their feeds.
-- Computing whole copies would take ten times as long. In the steps of rebuild_target_views, for the same reasons.
create or replace function add_contacts_to_views(p_org uuid, p_targets uuid[]) returns void language plpgsql as $$
declare
  whole uuid[];
  people uuid[];
  targets uuid[];
  seqs bigint[];
begin
  select array_agg(distinct p.target_id) filter (where position('"contacts"' in p.doc) > 0), array_agg(p.user_id), array_agg(p.target_id)
  into whole, people, targets
  from (select distinct unnest(p_targets) as id) as wanted
  cross join lateral (
    select user_id, target_id, doc from target_people where org_id = p_org and target_id = wanted.id and gone is not true offset 0) as p
  where p.doc is not null;
  if whole is not null then perform rebuild_target_views(p_org, whole); end if;
  with old as (
    select user_id, target_id from unnest(people, targets) as o (user_id, target_id) where o.target_id <> all(coalesce(whole, '{}'))
  ), bumped as materialized (
    select user_id, next_feed_seq(p_org, 'main', user_id, moved) as seq
    from (select user_id, count(*) as moved from old group by user_id order by user_id) each
  )
  select array_agg(o.user_id), array_agg(o.target_id), array_agg(o.seq) into people, targets, seqs from (
    select o.user_id, o.target_id, b.seq + 1 - row_number() over (partition by o.user_id order by o.target_id) as seq
    from old o join bumped b using (user_id)) o;
  if people is null then return; end if;
  update target_people tp set seq = n.seq,
    doc = left(tp.doc, -1) || ',"contacts":' || case when tp.response = 'pending' then '[]' else contacts_of(p_org, n.target_id)::text end || '}'
  from unnest(people, targets, seqs) as n (user_id, target_id, seq)
  where tp.org_id = p_org and tp.user_id = n.user_id and tp.target_id = n.target_id;
end $$;
