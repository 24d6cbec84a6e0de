-- A job over all firms has no current firm. Each note then names its own, '<firm>/<person>:<cursor>'.
create or replace function firm_of_note(p_org uuid) returns text language sql stable as $$
  select case when coalesce(current_setting('app.org_id', true), '') = '' then p_org || '/' else '' end
$$;
