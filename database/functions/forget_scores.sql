-- What a private target adds is in nobody's score but the owner's: where that changes, the stored days since it began are made again.
create or replace function forget_scores() returns trigger language plpgsql as $$
begin
  update score_days d set score = null from target_people p
  where p.org_id = new.org_id and p.target_id = new.id and d.org_id = p.org_id and d.user_id = p.user_id and d.day >= new.created_at::date - 1;
  update score_clocks c set through = least(c.through, new.created_at::date - 2) from target_people p
  where p.org_id = new.org_id and p.target_id = new.id and c.org_id = p.org_id and c.user_id = p.user_id;
  return null;
end $$;
create or replace trigger forget_scores_of_private after update of is_private on targets for each row when (old.is_private is distinct from new.is_private) execute function forget_scores();
