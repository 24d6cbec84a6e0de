-- Files of contacts can be imported.
alter table imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('targets', 'people', 'contacts'));
alter table kept_mappings drop constraint kept_mappings_kind_check,
  add constraint kept_mappings_kind_check check (kind in ('targets', 'people', 'contacts'));
