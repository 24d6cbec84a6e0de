-- Updates who sees these contacts and whether they are private, after their Targets or those that came from them changed,
-- and moves them to the end of the feeds of those who see them. `p_keeper` lists a contact that is on no Target anymore.
create or replace function refresh_contacts(p_org uuid, p_contacts uuid[], p_keeper uuid default null) returns void language plpgsql as $$
begin
  perform 1 from contacts where org_id = p_org and id = any(p_contacts) order by id for update;
  update contacts c set is_private = n.is_private, kept_by = n.kept_by
  from (
    select w.id, l.shown is not true as is_private, case when l.shown is null then coalesce(k.kept_by, p_keeper) end as kept_by
    from unnest(p_contacts) as w (id)
    join contacts k on k.org_id = p_org and k.id = w.id
    left join (
      select on_target.contact_id, bool_or(not t.is_private) as shown
      from (
        select tc.target_id, tc.contact_id from target_contacts tc where tc.org_id = p_org and tc.contact_id = any(p_contacts)
        union all
        select f.target_id, f.contact_id from targets_from(p_org, p_contacts) f) on_target
      join targets t on t.org_id = p_org and t.id = on_target.target_id
      group by on_target.contact_id) l on l.contact_id = w.id) n
  where c.org_id = p_org and c.id = n.id and (c.is_private <> n.is_private or c.kept_by is distinct from n.kept_by);
  -- An address that another contact has by now stays with that one. Both are listed as duplicates.
  update contact_emails e set is_private = c.is_private from contacts c
  where e.org_id = p_org and e.contact_id = any(p_contacts) and c.org_id = p_org and c.id = e.contact_id and e.is_private <> c.is_private
    and (c.is_private or not exists (
      select 1 from contact_emails o where o.org_id = p_org and o.email = e.email and not o.is_private));
  with seen as (
    select user_id, contact_id, bool_or(is_shown) as is_shown from (
      select tp.user_id, tc.contact_id, not t.is_private as is_shown
      from target_contacts tc
      join targets t on t.org_id = tc.org_id and t.id = tc.target_id
      join target_people tp on tp.org_id = tc.org_id and tp.target_id = tc.target_id and tp.response = 'accepted' and tp.gone is not true
      where tc.org_id = p_org and tc.contact_id = any(p_contacts)
      union all
      select tp.user_id, f.contact_id, not t.is_private
      from targets_from(p_org, p_contacts) f
      join targets t on t.org_id = p_org and t.id = f.target_id
      join target_people tp on tp.org_id = t.org_id and tp.target_id = t.id and tp.response = 'accepted' and tp.gone is not true
      union all
      select h.user_id, x.contact_id, false from touch_contacts x join touches h on h.org_id = x.org_id and h.id = x.touch_id
      where x.org_id = p_org and x.contact_id = any(p_contacts) and h.deleted_at is null
      union all
      select c.kept_by, c.id, false from contacts c where c.org_id = p_org and c.id = any(p_contacts) and c.kept_by is not null and c.merged_into is null
    ) each group by user_id, contact_id
  ), listed as (
    select coalesce(s.user_id, p.user_id) as user_id, coalesce(s.contact_id, p.contact_id) as contact_id, s.user_id is null as gone, coalesce(s.is_shown, false) as is_shown
    from seen s full join (select * from contact_people where org_id = p_org and contact_id = any(p_contacts)) p
      on p.user_id = s.user_id and p.contact_id = s.contact_id
    where s.user_id is not null or not p.gone
  ), bumped as materialized (
    select user_id, next_feed_seq(p_org, 'contacts', user_id, many) as seq
    from (select user_id, count(*) as many from listed group by user_id order by user_id) each
  )
  insert into contact_people (org_id, user_id, contact_id, seq, gone, is_shown)
  select p_org, l.user_id, l.contact_id, b.seq + 1 - row_number() over (partition by l.user_id order by l.contact_id), l.gone, l.is_shown
  from listed l join bumped b using (user_id)
  on conflict (org_id, user_id, contact_id) do update set seq = excluded.seq, gone = excluded.gone, is_shown = excluded.is_shown;
end $$;
