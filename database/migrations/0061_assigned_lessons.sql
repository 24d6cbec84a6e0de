-- What was assigned to a person is found by the person alone; whoever has not finished is reminded once for each day that is due.
create index lesson_assignments_by_person on lesson_assignments (org_id, user_id);
alter table lesson_assignments add column reminded_on date;
