-- Follows removed stages, as `currentStage` of core/contract/stages.ts does. Without own stages, a firm has removed none.
create or replace function current_stage(p_stages jsonb, p_stage uuid) returns uuid language plpgsql immutable as $$
declare
  place text := p_stage::text;
begin
  if p_stages is null then return p_stage; end if;
  for step in 0 .. jsonb_array_length(p_stages->'removed') loop
    if place is null or p_stages->'inOrder' @> jsonb_build_array(jsonb_build_object('id', place)) then return place::uuid; end if;
    select one->>'instead' into place from jsonb_array_elements(p_stages->'removed') one where one->>'id' = place;
  end loop;
  return null;
end $$;
