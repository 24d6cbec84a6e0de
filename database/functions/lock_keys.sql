-- Those who write the same names take turns: otherwise neither would see the other. Taken before anything else is locked.
create or replace function lock_keys(p_org uuid, p_keys text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext(p_org::text), h) from (select distinct hashtext(k) & 255 as h from unnest(p_keys) as k where k <> '' order by 1) turns;
end $$;
