-- Stages of a firm's pipeline, and when and how likely a target is expected to be won. Null: the firm uses the offered
-- stages, see core/contract/stages.ts.
alter table orgs add column stages jsonb;
-- `expected_close` is a month or a day, in an order that no locale changes. `chance` is in percent. The stage can be one
-- that the firm has removed since.
alter table targets
  add column stage_id uuid,
  add column staged_at timestamptz,
  add column expected_close text collate "C",
  add column chance smallint;

-- Each time that a pursued target was in a stage. `ended` says how it left: 'moved', the status that it got, or 'undone'.
create table target_stages (
  org_id uuid not null,
  target_id uuid not null,
  -- To the second, as people's copies of targets have it.
  since timestamptz not null,
  stage_id uuid not null,
  until timestamptz,
  ended text,
  constraint target_stages_pkey primary key (org_id, target_id, since),
  constraint target_stages_org_id_target_id_fkey foreign key (org_id, target_id) references targets (org_id, id) on delete cascade
);
create index target_stages_by_stage on target_stages (org_id, stage_id);
alter table target_stages enable row level security;
create policy own_firm on target_stages using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
