-- A private target counts only for its owner. When that changes, the stored days since its start are recomputed.
-- invalidate_daily_totals keeps the nightly job from summing them in the meantime.
create or replace function invalidate_scores() returns trigger language plpgsql as $$
declare
  who uuid[];
begin
  select array_agg(p.user_id) into who from target_people p where p.org_id = new.org_id and p.target_id = new.id;
  perform invalidate_daily_totals(new.org_id, who, new.created_at::date - 1);
  update score_days d set score = null where d.org_id = new.org_id and d.user_id = any(who) and d.day >= new.created_at::date - 1;
  update score_clocks c set through = least(c.through, new.created_at::date - 2) where c.org_id = new.org_id and c.user_id = any(who);
  return null;
end $$;
drop trigger if exists invalidate_scores_of_private on targets;
create constraint trigger invalidate_scores_of_private after update of is_private on targets deferrable initially deferred for each row when (old.is_private is distinct from new.is_private) execute function invalidate_scores();
