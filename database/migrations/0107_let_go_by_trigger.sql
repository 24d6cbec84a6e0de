-- Where rows are spread by firm, no key that holds the firm lets go of its rows by itself: database/functions/let_go.sql does, everywhere.
alter table lesson_assignments drop constraint lesson_assignments_org_id_group_id_fkey,
  add constraint lesson_assignments_org_id_group_id_fkey foreign key (org_id, group_id) references groups (org_id, id);
alter table report_schedule_runs drop constraint report_schedule_runs_org_id_asked_by_fkey,
  add constraint report_schedule_runs_org_id_asked_by_fkey foreign key (org_id, asked_by) references users (org_id, id);
