-- A contact without the identity of the person, who asked for it. The row stays for its Targets and touches.
alter table contacts add column erased_at timestamptz;
