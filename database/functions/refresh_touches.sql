-- Updates who sees these touches, and moves them to the end of the feeds of those who see them.
create or replace function refresh_touches(p_org uuid, p_touches uuid[]) returns void language plpgsql as $$
begin
  with seen as (
    select h.user_id, h.id as touch_id from touches h
    where h.org_id = p_org and h.id = any(p_touches) and h.deleted_at is null
    union
    select tp.user_id, h.id from touches h
    join target_people tp on tp.org_id = h.org_id and tp.target_id = h.target_id and tp.response = 'accepted' and tp.gone is not true
    where h.org_id = p_org and h.id = any(p_touches) and h.deleted_at is null
  ), listed as (
    select coalesce(s.user_id, p.user_id) as user_id, coalesce(s.touch_id, p.touch_id) as touch_id, s.user_id is null as gone
    from seen s full join (select * from touch_people where org_id = p_org and touch_id = any(p_touches)) p
      on p.user_id = s.user_id and p.touch_id = s.touch_id
    where s.user_id is not null or not p.gone
  ), bumped as materialized (
    select user_id, next_feed_seq(p_org, 'touches', user_id, many) as seq
    from (select user_id, count(*) as many from listed group by user_id order by user_id) each
  )
  insert into touch_people (org_id, user_id, touch_id, seq, gone)
  select p_org, l.user_id, l.touch_id, b.seq + 1 - row_number() over (partition by l.user_id order by l.touch_id), l.gone
  from listed l join bumped b using (user_id)
  on conflict (org_id, user_id, touch_id) do update set seq = excluded.seq, gone = excluded.gone;
end $$;
