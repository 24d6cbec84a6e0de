-- The database of version 1.0.0, which replaces the migrations before it. A database of an earlier version continues from
-- here after its migration 0128: see core/server/database/migrate.ts. Functions and triggers are in functions/.

create table alert_days (
  org_id uuid not null,
  kind text not null,
  day date not null,
  constraint alert_days_pkey primary key (org_id, kind, day)
);
alter table alert_days enable row level security;
create policy own_firm on alert_days using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table api_tokens (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  made_by text not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  used_on date,
  made_by_id uuid,
  constraint api_tokens_pkey primary key (org_id, id),
  constraint api_tokens_org_id_token_hash_key unique (org_id, token_hash)
);
alter table api_tokens enable row level security;
create policy own_firm on api_tokens using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_groups (
  org_id uuid not null,
  asset_id uuid not null,
  group_id uuid not null,
  constraint asset_groups_pkey primary key (org_id, asset_id, group_id)
);
create index asset_groups_by_group on asset_groups (org_id, group_id, asset_id);
alter table asset_groups enable row level security;
create policy own_firm on asset_groups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_marks (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  is_favourite boolean not null default false,
  is_hidden boolean not null default false,
  constraint asset_marks_pkey primary key (org_id, asset_id, user_id)
);
create index asset_marks_by_user on asset_marks (org_id, user_id, asset_id);
alter table asset_marks enable row level security;
create policy own_firm on asset_marks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_pages (
  org_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  page integer not null,
  text text not null,
  words tsvector not null,
  constraint asset_pages_pkey primary key (org_id, asset_id, version, page)
);
create index asset_pages_by_word on asset_pages using gin (words);
alter table asset_pages enable row level security;
create policy own_firm on asset_pages using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_people (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  constraint asset_people_pkey primary key (org_id, asset_id, user_id)
);
create index asset_people_by_user on asset_people (org_id, user_id, asset_id);
alter table asset_people enable row level security;
create policy own_firm on asset_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_readers (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  version integer not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1,
  constraint asset_readers_pkey primary key (org_id, asset_id, user_id, version)
);
create index asset_readers_by_user on asset_readers (org_id, user_id);
alter table asset_readers enable row level security;
create policy own_firm on asset_readers using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_versions (
  org_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  pages integer not null,
  bytes bigint not null,
  thumbnail_id uuid,
  made_by uuid,
  made_at timestamptz not null default now(),
  restored_from integer,
  constraint asset_versions_pkey primary key (org_id, asset_id, version)
);
alter table asset_versions enable row level security;
create policy own_firm on asset_versions using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table assets (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  file_id uuid not null,
  thumbnail_id uuid,
  version integer not null default 1,
  pages integer not null,
  everyone boolean not null default false,
  tags text[] not null default '{}'::text[],
  owner_id uuid,
  review_on date,
  modified_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  revision integer not null default 0,
  constraint assets_pkey primary key (org_id, id)
);
create unique index assets_by_file on assets (org_id, file_id);
create index assets_deleted on assets (deleted_at) where (deleted_at IS NOT NULL);
create index assets_to_review on assets (review_on) where ((review_on IS NOT NULL) AND (deleted_at IS NULL));
alter table assets enable row level security;
create policy own_firm on assets using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table audit_log (
  org_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  by_name text not null default '',
  action text not null,
  subject_id uuid,
  subject text not null default '',
  details jsonb not null default '{}'::jsonb,
  address text not null default '',
  constraint audit_log_pkey primary key (org_id, id)
);
create index audit_log_by_actor on audit_log (org_id, actor_id, id);
create index audit_log_by_subject on audit_log (org_id, subject_id, at DESC);
create index audit_log_by_time on audit_log (org_id, at DESC, id DESC);
alter table audit_log enable row level security;
create policy own_firm on audit_log using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table authenticators (
  org_id uuid not null,
  user_id uuid not null,
  secret bytea,
  pending bytea,
  pending_at timestamptz,
  last_counter bigint not null default 0,
  confirmed_at timestamptz,
  constraint authenticators_pkey primary key (org_id, user_id)
);
alter table authenticators enable row level security;
create policy own_firm on authenticators using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table bd_insights (
  id uuid not null,
  category text not null,
  observation text not null,
  data_value text not null,
  data_label text not null,
  suggestion text not null,
  begins date not null,
  ends date not null,
  revision integer not null default 0,
  written_by uuid,
  modified_at timestamptz not null default now(),
  constraint bd_insights_pkey primary key (id),
  constraint bd_insights_check check ((begins <= ends))
);
alter table bd_insights enable row level security;
create policy told on bd_insights for select using (true);

create table code_sends (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  sent_at timestamptz not null,
  constraint code_sends_pkey primary key (org_id, id)
);
create index code_sends_by_age on code_sends (sent_at);
create index code_sends_by_user on code_sends (org_id, user_id, sent_at);
alter table code_sends enable row level security;
create policy own_firm on code_sends using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table companies (
  org_id uuid not null,
  key text not null,
  name text not null,
  targets integer not null,
  constraint companies_pkey primary key (org_id, key)
);
create index companies_by_targets on companies (org_id, targets DESC, key) where (targets > 0);
alter table companies enable row level security;
create policy own_firm on companies using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table company_near (
  org_id uuid not null,
  company_key text not null,
  near_key text not null,
  constraint company_near_pkey primary key (org_id, company_key, near_key)
);
alter table company_near enable row level security;
create policy own_firm on company_near using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table company_spellings (
  org_id uuid not null,
  spelling bigint not null,
  company_key text not null,
  constraint company_spellings_pkey primary key (org_id, spelling, company_key)
);
alter table company_spellings enable row level security;
create policy own_firm on company_spellings using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table company_starts (
  org_id uuid not null,
  start text collate "C" not null,
  key text not null,
  constraint company_starts_pkey primary key (org_id, start, key)
);
alter table company_starts enable row level security;
create policy own_firm on company_starts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table content_groups (
  org_id uuid not null,
  content_id uuid not null,
  group_id uuid not null,
  constraint content_groups_pkey primary key (org_id, content_id, group_id)
);
create index content_groups_by_group on content_groups (org_id, group_id, content_id);
alter table content_groups enable row level security;
create policy own_firm on content_groups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table content_marks (
  org_id uuid not null,
  user_id uuid not null,
  content_id uuid not null,
  is_favourite boolean not null default false,
  viewed_at timestamptz,
  last_viewed_at timestamptz,
  seq bigint not null,
  constraint content_marks_pkey primary key (org_id, user_id, content_id)
);
create index content_marks_by_content on content_marks (content_id);
create index content_marks_feed on content_marks (org_id, user_id, seq);
alter table content_marks enable row level security;
create policy own_firm on content_marks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table content_pages (
  org_id uuid not null,
  content_id uuid not null,
  page integer not null,
  text text not null,
  words tsvector not null,
  constraint content_pages_pkey primary key (org_id, content_id, page)
);
create index content_pages_by_word on content_pages using gin (words);
alter table content_pages enable row level security;
create policy own_firm on content_pages using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table content_people (
  org_id uuid not null,
  content_id uuid not null,
  user_id uuid not null,
  constraint content_people_pkey primary key (org_id, content_id, user_id)
);
create index content_people_by_user on content_people (org_id, user_id, content_id);
alter table content_people enable row level security;
create policy own_firm on content_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table content_sections (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  "position" integer not null,
  is_for_all boolean not null default false,
  constraint content_sections_pkey primary key (org_id, id),
  constraint content_sections_name_check check (((name <> '') AND (char_length(name) <= 60)))
);
create index content_sections_for_all on content_sections (id) where is_for_all;
alter table content_sections enable row level security;
create policy for_all on content_sections for select using (is_for_all);
create policy own_firm on content_sections using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table content_tags (
  org_id uuid not null,
  content_id uuid not null,
  tag_id uuid not null,
  is_for_all boolean not null default false,
  constraint content_tags_pkey primary key (org_id, content_id, tag_id)
);
create index content_tags_by_tag on content_tags (org_id, tag_id);
alter table content_tags enable row level security;
create policy for_all on content_tags for select using (is_for_all);
create policy own_firm on content_tags using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table contents (
  org_id uuid not null,
  id uuid not null,
  section_id uuid not null,
  name text not null,
  description text not null default '',
  content_type text not null,
  kind text not null,
  file_id uuid,
  thumbnail_id uuid,
  is_thumbnail_made boolean not null default false,
  blog_url text not null default '',
  seconds integer not null default 0,
  pages integer not null default 0,
  event_at timestamptz,
  allow_external boolean not null default false,
  everyone boolean not null default true,
  is_for_all boolean not null default false,
  expires date,
  review_on date,
  review_owner uuid,
  made_by uuid,
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  revision integer not null default 1,
  constraint contents_pkey primary key (org_id, id),
  constraint contents_check check (((content_type = 'blog') = (file_id IS NULL))),
  constraint contents_check1 check (((content_type = 'blog') = (blog_url <> ''))),
  constraint contents_content_type_check check ((content_type = ANY (ARRAY['video', 'audio', 'blog', 'others']))),
  constraint contents_description_check check ((char_length(description) <= 300)),
  constraint contents_kind_check check ((kind = ANY (ARRAY['document', 'podcast', 'event', 'guide', 'whitepaper', 'FAQ', 'video']))),
  constraint contents_name_check check ((name <> '')),
  constraint contents_seconds_check check ((seconds >= 0))
);
create unique index contents_by_file on contents (org_id, file_id) where (file_id IS NOT NULL);
create index contents_by_section on contents (org_id, section_id);
create index contents_by_thumbnail on contents (org_id, thumbnail_id) where (thumbnail_id IS NOT NULL);
create index contents_for_all on contents (id) where is_for_all;
create index contents_to_review on contents (review_on) where (review_on IS NOT NULL);
alter table contents enable row level security;
create policy for_all on contents for select using (is_for_all);
create policy own_firm on contents using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table copies_due (
  org_id uuid not null,
  target_id uuid not null,
  problem text,
  constraint copies_due_pkey primary key (org_id, target_id)
);
create index copies_waiting on copies_due (org_id, target_id) where (problem IS NULL);
alter table copies_due enable row level security;
create policy own_firm on copies_due using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table deleted_firms (
  firm_id uuid not null,
  name text not null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  removed jsonb not null default '{}'::jsonb,
  files integer not null default 0,
  bytes bigint not null default 0,
  constraint deleted_firms_pkey primary key (firm_id)
);
alter table deleted_firms enable row level security;

create unlogged table digest_batch_marks (
  org_id uuid not null,
  id uuid not null,
  constraint digest_batch_marks_pkey primary key (org_id, id)
);
alter table digest_batch_marks enable row level security;
create policy own_firm on digest_batch_marks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_batches (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  part integer not null,
  user_ids uuid[] not null,
  constraint digest_batches_pkey primary key (org_id, id)
);
create index digest_batches_by_run on digest_batches (org_id, run_id, part);
alter table digest_batches enable row level security;
create policy own_firm on digest_batches using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_bounces (
  org_id uuid not null,
  address text not null,
  since timestamptz,
  reason text not null default '',
  soft integer not null default 0,
  last_at timestamptz not null,
  lifted_at timestamptz,
  soft_since timestamptz,
  soft_run uuid,
  constraint digest_bounces_pkey primary key (org_id, address)
);
alter table digest_bounces enable row level security;
create policy own_firm on digest_bounces using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_items (
  org_id uuid not null,
  digest_id uuid not null,
  "position" integer not null,
  content_id uuid,
  link jsonb,
  is_auto boolean not null default false,
  constraint digest_items_pkey primary key (org_id, digest_id, "position"),
  constraint digest_items_check check ((num_nonnulls(content_id, link) = 1))
);
alter table digest_items enable row level security;
create policy own_firm on digest_items using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_left_out (
  org_id uuid not null,
  digest_id uuid not null,
  user_id uuid not null,
  constraint digest_left_out_pkey primary key (org_id, digest_id, user_id)
);
create index digest_left_out_by_user on digest_left_out (org_id, user_id, digest_id);
alter table digest_left_out enable row level security;
create policy own_firm on digest_left_out using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_lists (
  org_id uuid not null,
  digest_id uuid not null,
  list_id uuid not null,
  constraint digest_lists_pkey primary key (org_id, digest_id, list_id)
);
create index digest_lists_by_list on digest_lists (org_id, list_id, digest_id);
alter table digest_lists enable row level security;
create policy own_firm on digest_lists using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_mail_settings (
  org_id uuid not null,
  sender_name text not null default '',
  reply_name text not null default '',
  reply_address text not null default '',
  counts_clicks boolean not null default false,
  place text not null default '',
  constraint digest_mail_settings_pkey primary key (org_id)
);
alter table digest_mail_settings enable row level security;
create policy own_firm on digest_mail_settings using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_mails (
  org_id uuid not null,
  run_id uuid not null,
  mail jsonb not null,
  counts_clicks boolean not null,
  made_at timestamptz not null default now(),
  constraint digest_mails_pkey primary key (org_id, run_id)
);
create index digest_mails_by_age on digest_mails (made_at);
alter table digest_mails enable row level security;
create policy own_firm on digest_mails using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_people (
  org_id uuid not null,
  digest_id uuid not null,
  user_id uuid not null,
  constraint digest_people_pkey primary key (org_id, digest_id, user_id)
);
create index digest_people_by_user on digest_people (org_id, user_id, digest_id);
alter table digest_people enable row level security;
create policy own_firm on digest_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_recipients (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  email text not null,
  name text not null,
  state text not null,
  problem text not null default '',
  items smallint[] not null default '{}'::smallint[],
  why text not null default '',
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  constraint digest_recipients_pkey primary key (org_id, run_id, user_id),
  constraint digest_recipients_state_check check ((state = ANY (ARRAY['waiting', 'sending', 'sent', 'failed', 'doubt', 'skipped'])))
);
create index digest_recipients_by_user on digest_recipients (org_id, user_id, run_id);
create index digest_recipients_failed on digest_recipients (moved_at) where (state = 'failed');
create index digest_recipients_waiting on digest_recipients (org_id, run_id, next_try_at) where (state = ANY (ARRAY['waiting', 'sending']));
alter table digest_recipients enable row level security;
create policy own_firm on digest_recipients using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_runs (
  org_id uuid not null,
  id uuid not null,
  digest_id uuid not null,
  number integer not null,
  state text not null default 'sending',
  keys text[] not null,
  problem text not null default '',
  rests_until timestamptz,
  at timestamptz not null,
  ended_at timestamptz,
  counts jsonb,
  forgotten_at timestamptz,
  constraint digest_runs_pkey primary key (org_id, id),
  constraint digest_runs_state_check check ((state = ANY (ARRAY['sending', 'done', 'nothing_new', 'not_sent'])))
);
create index digest_runs_by_digest on digest_runs (org_id, digest_id, at DESC);
create unique index digest_runs_by_number on digest_runs (org_id, digest_id, number);
create index digest_runs_open on digest_runs (at) where (state = 'sending');
create index digest_runs_to_forget on digest_runs (ended_at) where (forgotten_at IS NULL);
alter table digest_runs enable row level security;
create policy own_firm on digest_runs using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_visits (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  item integer not null,
  at timestamptz not null,
  constraint digest_visits_pkey primary key (org_id, id)
);
create index digest_visits_by_run on digest_visits (org_id, run_id, user_id, at);
create index digest_visits_by_user on digest_visits (org_id, user_id, id);
alter table digest_visits enable row level security;
create policy own_firm on digest_visits using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digests (
  org_id uuid not null,
  id uuid not null,
  title text not null,
  curated_by text not null,
  description text not null,
  start text not null default '',
  frequency smallint not null default 1,
  template_id uuid,
  auto_populate boolean not null default false,
  status text not null,
  next_run integer not null default 0,
  next_at timestamptz,
  made integer not null default 0,
  author_id uuid,
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  subject text not null default '',
  preheader text not null default '',
  greets boolean not null default false,
  constraint digests_pkey primary key (org_id, id),
  constraint digests_frequency_check check (((frequency >= 1) AND (frequency <= 5))),
  constraint digests_status_check check ((status = ANY (ARRAY['draft', 'scheduled', 'sending', 'sent', 'paused', 'cancelled'])))
);
create index digests_by_author on digests (org_id, author_id);
create index digests_by_template on digests (org_id, template_id);
create index digests_by_time on digests (org_id, created_at DESC, id DESC);
create index digests_due on digests (next_at) where (status = 'scheduled');
alter table digests enable row level security;
create policy own_firm on digests using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table distribution_list_groups (
  org_id uuid not null,
  list_id uuid not null,
  group_id uuid not null,
  constraint distribution_list_groups_pkey primary key (org_id, list_id, group_id)
);
create index distribution_list_groups_by_group on distribution_list_groups (org_id, group_id, list_id);
alter table distribution_list_groups enable row level security;
create policy own_firm on distribution_list_groups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table distribution_list_people (
  org_id uuid not null,
  list_id uuid not null,
  user_id uuid not null,
  constraint distribution_list_people_pkey primary key (org_id, list_id, user_id)
);
create index distribution_list_people_by_user on distribution_list_people (org_id, user_id, list_id);
alter table distribution_list_people enable row level security;
create policy own_firm on distribution_list_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table distribution_lists (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  revision integer not null default 0,
  modified_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint distribution_lists_pkey primary key (org_id, id)
);
create unique index distribution_lists_by_name on distribution_lists (org_id, lower(name));
alter table distribution_lists enable row level security;
create policy own_firm on distribution_lists using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table domain_directory (
  domain text not null,
  org_id uuid not null,
  constraint domain_directory_pkey primary key (domain)
);
create index domain_directory_by_firm on domain_directory (org_id, domain);
alter table domain_directory enable row level security;

create table file_versions (
  org_id uuid not null,
  file_id uuid not null,
  version integer not null,
  stored_id uuid not null,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  made_by uuid,
  created_at timestamptz not null,
  constraint file_versions_pkey primary key (org_id, file_id, version)
);
create index file_versions_by_stored on file_versions (org_id, stored_id);
alter table file_versions enable row level security;
create policy own_firm on file_versions using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table files (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  made_by uuid,
  created_at timestamptz not null default now(),
  missing_at timestamptz,
  stored_id uuid,
  version integer not null default 1,
  is_for_all boolean not null default false,
  constraint files_pkey primary key (org_id, id),
  constraint files_bytes_check check ((bytes >= 0))
);
create index files_by_stored on files (org_id, stored_id) where (stored_id IS NOT NULL);
create index files_for_all on files (id) where is_for_all;
create index files_missing on files (missing_at) where (missing_at IS NOT NULL);
alter table files enable row level security;
create policy for_all on files for select using (is_for_all);
create policy own_firm on files using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table firm_arrivals (
  org_id uuid not null,
  id uuid not null,
  file_id uuid,
  file_name text not null,
  bytes bigint not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  state text not null default 'reading',
  firm_id uuid,
  firm_name text not null default '',
  plan jsonb not null default '{}'::jsonb,
  stage text not null default 'rows',
  entry integer not null default 0,
  line integer not null default 0,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  total integer not null default 0,
  done integer not null default 0,
  left_out text[] not null default '{}'::text[],
  problem text not null default '',
  finished_at timestamptz,
  constraint firm_arrivals_pkey primary key (org_id, id),
  constraint firm_arrivals_stage_check check ((stage = ANY (ARRAY['rows', 'keys', 'copies', 'scores']))),
  constraint firm_arrivals_state_check check ((state = ANY (ARRAY['reading', 'writing', 'undoing', 'done', 'failed', 'stopped'])))
);
create unique index firm_arrivals_at_work on firm_arrivals (org_id, firm_id) where (state = ANY (ARRAY['writing', 'undoing']));
create index firm_arrivals_by_file on firm_arrivals (org_id, file_id) where (file_id IS NOT NULL);
create index firm_arrivals_by_time on firm_arrivals (org_id, asked_at DESC);
alter table firm_arrivals enable row level security;
create policy own_firm on firm_arrivals using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table firm_domains (
  org_id uuid not null,
  id uuid not null,
  domain text not null,
  token text not null,
  proved_at timestamptz,
  how text,
  created_at timestamptz not null default now(),
  constraint firm_domains_pkey primary key (org_id, id),
  constraint firm_domains_check check (((proved_at IS NULL) = (how IS NULL))),
  constraint firm_domains_how_check check ((how = ANY (ARRAY['dns', 'operator']))),
  constraint firm_domains_org_id_domain_key unique (org_id, domain)
);
alter table firm_domains enable row level security;
create policy own_firm on firm_domains using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table firm_exports (
  org_id uuid not null,
  id uuid not null,
  firm_id uuid not null,
  firm_name text not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  state text not null default 'running',
  total integer not null default 0,
  done integer not null default 0,
  problem text not null default '',
  file_id uuid,
  finished_at timestamptz,
  ends_at timestamptz,
  constraint firm_exports_pkey primary key (org_id, id),
  constraint firm_exports_state_check check ((state = ANY (ARRAY['running', 'done', 'stopped', 'failed', 'ended'])))
);
create index firm_exports_by_file on firm_exports (org_id, file_id) where (file_id IS NOT NULL);
create index firm_exports_by_firm on firm_exports (firm_id, asked_at DESC);
create unique index firm_exports_running on firm_exports (org_id, firm_id) where (state = 'running');
alter table firm_exports enable row level security;
create policy own_firm on firm_exports using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table firm_insights (
  org_id uuid not null,
  id uuid not null,
  category text not null,
  observation text not null,
  data_value text not null,
  data_label text not null,
  suggestion text not null,
  begins date not null,
  ends date not null,
  revision integer not null default 0,
  written_by uuid,
  modified_at timestamptz not null default now(),
  constraint firm_insights_pkey primary key (org_id, id),
  constraint firm_insights_check check ((begins <= ends))
);
alter table firm_insights enable row level security;
create policy own_firm on firm_insights using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table firm_lessons (
  org_id uuid not null,
  id uuid not null,
  host_id text not null default '',
  title text not null,
  description text not null default '',
  video_id uuid,
  seconds integer not null default 0,
  captions text not null default '',
  state text not null default 'published',
  made_by uuid,
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  archived_at timestamptz,
  seq bigint not null,
  constraint firm_lessons_pkey primary key (org_id, id),
  constraint firm_lessons_check check (((state = 'archived') = (archived_at IS NOT NULL))),
  constraint firm_lessons_description_check check ((char_length(description) <= 110)),
  constraint firm_lessons_seconds_check check (((seconds >= 0) AND (seconds <= 86400))),
  constraint firm_lessons_state_check check ((state = ANY (ARRAY['draft', 'published', 'archived']))),
  constraint firm_lessons_title_check check (((title <> '') AND (char_length(title) <= 100)))
);
create unique index firm_lessons_by_host on firm_lessons (org_id, host_id) where (host_id <> '');
create index firm_lessons_by_maker on firm_lessons (org_id, made_by);
create index firm_lessons_by_video on firm_lessons (org_id, video_id) where (video_id IS NOT NULL);
create index firm_lessons_feed on firm_lessons (org_id, seq);
alter table firm_lessons enable row level security;
create policy own_firm on firm_lessons using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table firm_step_help (
  org_id uuid not null,
  starter text not null,
  links jsonb not null,
  changed_at timestamptz not null default now(),
  constraint firm_step_help_pkey primary key (org_id, starter),
  constraint firm_step_help_links_check check (((jsonb_typeof(links) = 'array') AND ((jsonb_array_length(links) >= 1) AND (jsonb_array_length(links) <= 3)))),
  constraint firm_step_help_starter_check check (((starter <> '') AND (char_length(starter) <= 80)))
);
alter table firm_step_help enable row level security;
create policy own_firm on firm_step_help using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table group_managers (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint group_managers_pkey primary key (org_id, group_id, user_id)
);
create index group_managers_by_user on group_managers (org_id, user_id, group_id);
alter table group_managers enable row level security;
create policy own_firm on group_managers using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint group_members_pkey primary key (org_id, group_id, user_id)
);
create index group_members_by_user on group_members (org_id, user_id, group_id);
alter table group_members enable row level security;
create policy own_firm on group_members using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table groups (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  scim_external_id text,
  modified_at timestamptz not null default now(),
  constraint groups_pkey primary key (org_id, id),
  constraint groups_org_id_name_key unique (org_id, name)
);
create index groups_by_scim_id on groups (org_id, scim_external_id) where (scim_external_id IS NOT NULL);
alter table groups enable row level security;
create policy own_firm on groups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table hand_overs (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  by_user_id uuid not null,
  by_name text not null default '',
  plan jsonb not null,
  state text not null,
  total integer not null,
  done integer not null default 0,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  problem text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint hand_overs_pkey primary key (org_id, id),
  constraint hand_overs_state_check check ((state = ANY (ARRAY['running', 'done', 'failed'])))
);
create index hand_overs_by_user on hand_overs (org_id, user_id, created_at DESC);
create unique index hand_overs_running on hand_overs (org_id, user_id) where (state = 'running');
alter table hand_overs enable row level security;
create policy own_firm on hand_overs using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table hosted_videos (
  org_id uuid not null,
  file_id uuid not null,
  version integer not null,
  is_for_all boolean not null,
  hosted_id text,
  urls jsonb not null default '[]'::jsonb,
  is_ready boolean not null default false,
  begun_at timestamptz not null default now(),
  seen_at timestamptz,
  described_at timestamptz,
  constraint hosted_videos_pkey primary key (org_id, file_id, version),
  constraint hosted_videos_urls_check check ((jsonb_typeof(urls) = 'array'))
);
alter table hosted_videos enable row level security;
create policy for_all on hosted_videos for select using (is_for_all);
create policy own_firm on hosted_videos using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table import_made (
  org_id uuid not null,
  import_id uuid not null,
  kind text not null,
  id uuid not null,
  user_id uuid not null,
  constraint import_made_pkey primary key (org_id, import_id, kind, id, user_id),
  constraint import_made_kind_check check ((kind = ANY (ARRAY['person', 'group', 'member', 'manager'])))
);
alter table import_made enable row level security;
create policy own_firm on import_made using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table import_rows (
  org_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  cells jsonb not null,
  made_id uuid,
  reason text,
  outcome text,
  external_id text,
  constraint import_rows_pkey primary key (org_id, import_id, row_number),
  constraint import_rows_outcome_check check ((outcome = ANY (ARRAY['imported', 'matched', 'refused', 'removed', 'kept'])))
);
create index import_rows_by_external_id on import_rows (org_id, external_id) where (external_id IS NOT NULL);
create index import_rows_refused on import_rows (org_id, import_id, row_number) where (outcome = ANY (ARRAY['refused', 'kept']));
alter table import_rows enable row level security;
create policy own_firm on import_rows using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table imports (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  user_id uuid not null,
  file_name text not null,
  state text not null,
  options jsonb not null default '{}'::jsonb,
  total integer not null default 0,
  imported integer not null default 0,
  refused integer not null default 0,
  problem text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  matched integer not null default 0,
  kept integer not null default 0,
  at_row integer not null default 0,
  mapping jsonb,
  started_at timestamptz,
  draft jsonb,
  constraint imports_pkey primary key (org_id, id),
  constraint imports_kind_check check ((kind = ANY (ARRAY['targets', 'people']))),
  constraint imports_state_check check ((state = ANY (ARRAY['reading', 'uploaded', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'])))
);
create index imports_going_on on imports (org_id, id) where (state = ANY (ARRAY['reading', 'running', 'undoing']));
alter table imports enable row level security;
create policy own_firm on imports using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table inbox_clocks (
  org_id uuid not null,
  user_id uuid not null,
  seq bigint not null,
  constraint inbox_clocks_pkey primary key (org_id, user_id)
);
alter table inbox_clocks enable row level security;
create policy own_firm on inbox_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table insight_cards (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null,
  code text not null,
  title text not null,
  category text not null,
  observation text not null,
  data_value text not null,
  data_label text not null,
  suggestion text not null,
  because jsonb not null default '[]'::jsonb,
  act text not null default 'open',
  target_id uuid,
  path text,
  keys text[] not null default '{}'::text[],
  written_id uuid,
  written_revision integer,
  day date not null,
  created_at timestamptz not null default now(),
  viewed_at timestamptz,
  useful boolean,
  rated_at timestamptz,
  gone boolean not null default false,
  seq bigint not null,
  constraint insight_cards_pkey primary key (org_id, id),
  constraint insight_cards_type_check check ((type = ANY (ARRAY['tracker', 'bd', 'firm'])))
);
create index insight_cards_by_day on insight_cards (org_id, user_id, day);
create index insight_cards_feed on insight_cards (org_id, user_id, seq);
create unique index insight_cards_once on insight_cards (org_id, user_id, written_id) where (written_id IS NOT NULL);
create index insight_cards_told on insight_cards (org_id, user_id) where ((type = 'tracker') AND (NOT gone));
alter table insight_cards enable row level security;
create policy own_firm on insight_cards using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table insight_clocks (
  org_id uuid not null,
  user_id uuid not null,
  seq bigint not null,
  constraint insight_clocks_pkey primary key (org_id, user_id)
);
alter table insight_clocks enable row level security;
create policy own_firm on insight_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table insight_firms (
  org_id uuid not null,
  day date,
  wanted bigint not null default 0,
  done bigint not null default 0,
  constraint insight_firms_pkey primary key (org_id)
);
alter table insight_firms enable row level security;
create policy own_firm on insight_firms using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table insight_people (
  org_id uuid not null,
  user_id uuid not null,
  day date,
  done bigint not null default 0,
  problem text,
  constraint insight_people_pkey primary key (org_id, user_id)
);
alter table insight_people enable row level security;
create policy own_firm on insight_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table installation (
  is_only boolean not null default true,
  key_check bytea,
  written_at timestamptz not null default now(),
  backed_up_at timestamptz,
  constraint installation_pkey primary key (is_only),
  constraint installation_is_only_check check (is_only)
);
alter table installation enable row level security;

create table instance_domains (
  domain text not null,
  instance_key text not null,
  constraint instance_domains_pkey primary key (domain)
);
create index instance_domains_by_instance on instance_domains (instance_key, domain);
alter table instance_domains enable row level security;

create table instances (
  key text not null,
  name text not null,
  url text,
  is_own boolean not null default false,
  constraint instances_pkey primary key (key),
  constraint instances_reached check ((is_own OR (url IS NOT NULL)))
);
create unique index instances_own on instances (is_own) where is_own;
alter table instances enable row level security;

create table kept_mappings (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  headings_key text not null,
  mapping jsonb not null,
  file_name text not null,
  user_id uuid not null,
  saved_at timestamptz not null default now(),
  constraint kept_mappings_pkey primary key (org_id, id),
  constraint kept_mappings_kind_check check ((kind = ANY (ARRAY['targets', 'people']))),
  constraint kept_mappings_org_id_kind_headings_key_key unique (org_id, kind, headings_key)
);
alter table kept_mappings enable row level security;
create policy own_firm on kept_mappings using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table known_devices (
  org_id uuid not null,
  user_id uuid not null,
  device_hash bytea not null,
  used_at timestamptz not null,
  constraint known_devices_pkey primary key (org_id, user_id, device_hash)
);
create index known_devices_by_age on known_devices (used_at);
alter table known_devices enable row level security;
create policy own_firm on known_devices using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table lesson_assignments (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  lesson_id uuid,
  category_id uuid,
  group_id uuid,
  assigned_by uuid not null,
  due date,
  assigned_at timestamptz not null default now(),
  ended_at timestamptz,
  seq bigint not null,
  reminded_on date,
  left_group boolean not null default false,
  constraint lesson_assignments_pkey primary key (org_id, id),
  constraint lesson_assignments_check check ((num_nonnulls(lesson_id, category_id) = 1))
);
create index lesson_assignments_by_category on lesson_assignments (org_id, category_id) where ((ended_at IS NULL) AND (category_id IS NOT NULL));
create index lesson_assignments_by_due on lesson_assignments (org_id, due) where ((ended_at IS NULL) AND (due IS NOT NULL));
create index lesson_assignments_by_group on lesson_assignments (org_id, group_id) where (group_id IS NOT NULL);
create index lesson_assignments_by_lesson on lesson_assignments (org_id, lesson_id) where ((ended_at IS NULL) AND (lesson_id IS NOT NULL));
create index lesson_assignments_by_maker on lesson_assignments (org_id, assigned_by);
create index lesson_assignments_by_person on lesson_assignments (org_id, user_id);
create unique index lesson_assignments_of_category on lesson_assignments (org_id, user_id, category_id) where (category_id IS NOT NULL);
create unique index lesson_assignments_of_lesson on lesson_assignments (org_id, user_id, lesson_id) where (lesson_id IS NOT NULL);
alter table lesson_assignments enable row level security;
create policy own_firm on lesson_assignments using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table lesson_categories (
  id uuid not null,
  name text not null,
  description text not null default '',
  "position" integer not null,
  state text not null default 'published',
  revision integer not null default 0,
  constraint lesson_categories_pkey primary key (id),
  constraint lesson_categories_description_check check ((char_length(description) <= 500)),
  constraint lesson_categories_name_check check (((name <> '') AND (char_length(name) <= 100))),
  constraint lesson_categories_state_check check ((state = ANY (ARRAY['draft', 'published', 'archived'])))
);
alter table lesson_categories enable row level security;
create policy told on lesson_categories for select using ((state <> 'draft'));

create table lesson_clock (
  is_one boolean not null default true,
  seq bigint not null,
  constraint lesson_clock_pkey primary key (is_one),
  constraint lesson_clock_is_one_check check (is_one)
);

create table lesson_clocks (
  org_id uuid not null,
  user_id uuid not null,
  seq bigint not null,
  constraint lesson_clocks_pkey primary key (org_id, user_id)
) with (fillfactor=50);
alter table lesson_clocks enable row level security;
create policy own_firm on lesson_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table lesson_group_assignments (
  org_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  lesson_id uuid,
  category_id uuid,
  assigned_by uuid not null,
  due date,
  assigned_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint lesson_group_assignments_pkey primary key (org_id, id),
  constraint lesson_group_assignments_check check ((num_nonnulls(lesson_id, category_id) = 1))
);
create index lesson_group_assignments_by_maker on lesson_group_assignments (org_id, assigned_by);
create unique index lesson_group_assignments_of_category on lesson_group_assignments (org_id, group_id, category_id) where (category_id IS NOT NULL);
create unique index lesson_group_assignments_of_lesson on lesson_group_assignments (org_id, group_id, lesson_id) where (lesson_id IS NOT NULL);
alter table lesson_group_assignments enable row level security;
create policy own_firm on lesson_group_assignments using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table lesson_progress (
  org_id uuid not null,
  user_id uuid not null,
  lesson_id uuid not null,
  ranges jsonb not null,
  seconds integer not null,
  resume integer not null,
  watched_at timestamptz not null,
  reported_at timestamptz not null default now(),
  done_at timestamptz,
  seq bigint not null,
  constraint lesson_progress_pkey primary key (org_id, user_id, lesson_id),
  constraint lesson_progress_resume_check check ((resume >= 0)),
  constraint lesson_progress_seconds_check check ((seconds >= 0))
) with (fillfactor=70);
create index lesson_progress_by_lesson on lesson_progress (org_id, lesson_id);
alter table lesson_progress enable row level security;
create policy own_firm on lesson_progress using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table lessons (
  id uuid not null,
  category_id uuid not null,
  number integer not null,
  title text not null,
  description text not null default '',
  homework text not null default '',
  handle text not null,
  host_id text not null default '',
  video_id uuid,
  seconds integer not null default 0,
  transcript text not null default '',
  captions text not null default '',
  worksheet_id uuid,
  state text not null default 'draft',
  "position" integer not null,
  revision bigint not null default 1,
  changed_at timestamptz not null default now(),
  published_at timestamptz,
  archived_at timestamptz,
  seq bigint not null,
  constraint lessons_pkey primary key (id),
  constraint lessons_check check (((state <> 'published') OR (published_at IS NOT NULL))),
  constraint lessons_check1 check (((state = 'archived') = (archived_at IS NOT NULL))),
  constraint lessons_number_check check ((number > 0)),
  constraint lessons_seconds_check check (((seconds >= 0) AND (seconds <= 86400))),
  constraint lessons_state_check check ((state = ANY (ARRAY['draft', 'published', 'archived']))),
  constraint lessons_title_check check (((title <> '') AND (char_length(title) <= 100))),
  constraint lessons_handle_key unique (handle)
);
create index lessons_by_category on lessons (category_id, "position");
create index lessons_by_video on lessons (video_id) where (video_id IS NOT NULL);
create index lessons_feed on lessons (seq);
alter table lessons enable row level security;
create policy told on lessons for select using ((published_at IS NOT NULL));

create table link_previews (
  org_id uuid not null,
  id uuid not null,
  url text not null,
  provider text not null,
  title text not null,
  description text not null,
  seconds integer,
  picture_id uuid,
  width integer,
  height integer,
  made_by uuid not null,
  made_at timestamptz not null,
  is_taken boolean not null default false,
  constraint link_previews_pkey primary key (org_id, id)
);
create index link_previews_by_person on link_previews (org_id, made_by, made_at);
create index link_previews_by_picture on link_previews (org_id, picture_id) where (picture_id IS NOT NULL);
create index link_previews_left on link_previews (made_at) where (NOT is_taken);
alter table link_previews enable row level security;
create policy own_firm on link_previews using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table login_challenges (
  org_id uuid not null,
  challenge_hash bytea not null,
  user_id uuid not null,
  tries integer not null default 0,
  code_hash bytea,
  code_sent_at timestamptz,
  passkey_challenge text,
  created_at timestamptz not null,
  recovery_tries integer not null default 0,
  constraint login_challenges_pkey primary key (org_id, challenge_hash)
);
create index login_challenges_by_age on login_challenges (created_at);
create index login_challenges_by_user on login_challenges (org_id, user_id);
alter table login_challenges enable row level security;
create policy own_firm on login_challenges using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table login_directory (
  email text not null,
  org_id uuid not null,
  user_id uuid not null,
  constraint login_directory_pkey primary key (email)
);
create index login_directory_by_user on login_directory (user_id);
alter table login_directory enable row level security;

create table notes (
  org_id uuid not null,
  target_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  note text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  edit jsonb,
  constraint notes_pkey primary key (org_id, target_id, id),
  constraint notes_org_id_id_key unique (org_id, id),
  constraint notes_org_id_target_id_user_id_key unique (org_id, target_id, user_id)
);
alter table notes enable row level security;
create policy own_firm on notes using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table notification_deliveries (
  org_id uuid not null,
  notification_id uuid not null,
  way text not null,
  due_at timestamptz not null,
  constraint notification_deliveries_pkey primary key (org_id, notification_id, way),
  constraint notification_deliveries_way_check check ((way = ANY (ARRAY['email', 'push'])))
);
create index notification_deliveries_due on notification_deliveries (due_at);
alter table notification_deliveries enable row level security;
create policy own_firm on notification_deliveries using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table notifications (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  occasion text not null,
  subject_id uuid,
  actor_id uuid,
  text text not null,
  details text[] not null default '{}'::text[],
  path text not null,
  key uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  answered text,
  seq bigint,
  is_past boolean not null default false,
  constraint notifications_pkey primary key (org_id, id),
  constraint notifications_org_id_user_id_occasion_key unique (org_id, user_id, occasion)
);
create index notifications_by_age on notifications (created_at);
create index notifications_by_person on notifications (org_id, user_id, created_at DESC, id DESC);
create index notifications_by_subject on notifications (org_id, subject_id);
create index notifications_feed on notifications (org_id, user_id, seq);
create index notifications_kept on notifications (org_id, user_id, created_at DESC, id DESC) where (NOT is_past);
create index notifications_unnumbered on notifications (org_id, user_id) where (seq IS NULL);
create index notifications_unread on notifications (org_id, user_id) where (read_at IS NULL);
alter table notifications enable row level security;
create policy own_firm on notifications using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table notifications_gone (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  gone_at timestamptz not null default now(),
  seq bigint,
  constraint notifications_gone_pkey primary key (org_id, id)
);
create index notifications_gone_by_age on notifications_gone (gone_at);
create index notifications_gone_feed on notifications_gone (org_id, user_id, seq);
create index notifications_gone_unnumbered on notifications_gone (org_id, user_id) where (seq IS NULL);
alter table notifications_gone enable row level security;
create policy own_firm on notifications_gone using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table once_only (
  org_id uuid not null,
  user_id uuid not null,
  key uuid not null,
  fingerprint bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  by_user_id uuid default (NULLIF(current_setting('app.by_user_id', true), ''))::uuid,
  sealed bytea,
  constraint once_only_pkey primary key (org_id, user_id, key)
);
create index once_only_by_age on once_only (created_at);
alter table once_only enable row level security;
create policy own_firm on once_only using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table orgs (
  id uuid not null,
  name text not null,
  category_name text not null default 'Firm',
  access text not null default 'no',
  time_zone text not null default 'America/Los_Angeles',
  domains text[] not null default '{}'::text[],
  subscriptions jsonb not null,
  created_at timestamptz not null default now(),
  link_key bytea not null default sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name)),
  logo_id uuid,
  lists jsonb,
  copies_after uuid,
  idle_hours integer not null default 720,
  longest_hours integer not null default 2160,
  second_factor_from date,
  sign_on_only boolean not null default false,
  break_glass_id uuid,
  work_as text not null default 'all',
  tells_worked_as boolean not null default true,
  is_open_to_operator boolean not null default true,
  operator_until timestamptz,
  leaves_to text not null default 'manager',
  heir_id uuid,
  suspended_at timestamptz,
  deletes_at timestamptz,
  is_closed boolean not null generated always as (((suspended_at IS NOT NULL) OR (deletes_at IS NOT NULL))) stored,
  retention jsonb not null default '{}'::jsonb,
  link_sealed bytea default '\x'::bytea,
  constraint orgs_pkey primary key (id),
  constraint orgs_check check (((NOT sign_on_only) OR (break_glass_id IS NOT NULL))),
  constraint orgs_idle_hours_check check (((idle_hours >= 1) AND (idle_hours <= 720))),
  constraint orgs_leaves_to_check check ((leaves_to = ANY (ARRAY['manager', 'heir']))),
  constraint orgs_longest_hours_check check (((longest_hours >= 1) AND (longest_hours <= 2160))),
  constraint orgs_work_as_check check ((work_as = ANY (ARRAY['all', 'members', 'nobody'])))
);
create index orgs_behind on orgs (id) where (copies_after IS NOT NULL);
create index orgs_by_name on orgs (name, id);
create index orgs_closed on orgs (id) where is_closed;
alter table orgs enable row level security;
create policy own_firm on orgs using ((id = (NULLIF(current_setting('app.org_id', true), ''))::uuid));

create table outgoing (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  channel text not null,
  occasion text,
  recipient text not null,
  device uuid,
  content jsonb,
  state text not null default 'waiting',
  tries integer not null default 0,
  problem text not null default '',
  queued_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  constraint outgoing_pkey primary key (org_id, id),
  constraint outgoing_channel_check check ((channel = ANY (ARRAY['mail', 'text', 'push']))),
  constraint outgoing_state_check check ((state = ANY (ARRAY['waiting', 'sending', 'sent', 'failed', 'doubt'])))
);
create unique index outgoing_by_occasion on outgoing (org_id, channel, occasion);
create index outgoing_done on outgoing (moved_at) where (state = 'sent');
create index outgoing_troubled on outgoing (moved_at DESC, id) where (state = ANY (ARRAY['failed', 'doubt']));
create index outgoing_waiting on outgoing (queued_at) where (state = ANY (ARRAY['waiting', 'sending']));
alter table outgoing enable row level security;
create policy own_firm on outgoing using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table overlap_answers (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  answer text not null,
  company text not null,
  at timestamptz not null,
  dismissed_at timestamptz,
  constraint overlap_answers_pkey primary key (org_id, user_id, target_id),
  constraint overlap_answers_answer_check check ((answer = ANY (ARRAY['join', 'introduction', 'separate'])))
);
create index overlap_answers_by_target on overlap_answers (org_id, target_id);
alter table overlap_answers enable row level security;
create policy own_firm on overlap_answers using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table passkey_challenges (
  challenge_hash bytea not null,
  created_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (challenge_hash)
);
create index passkey_challenges_by_age on passkey_challenges (created_at);
alter table passkey_challenges enable row level security;

create table passkey_plans (
  org_id uuid not null,
  user_id uuid not null,
  challenge text not null,
  created_at timestamptz not null,
  constraint passkey_plans_pkey primary key (org_id, user_id)
);
alter table passkey_plans enable row level security;
create policy own_firm on passkey_plans using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table passkeys (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_pkey primary key (org_id, id),
  constraint passkeys_org_id_credential_id_key unique (org_id, credential_id)
);
create index passkeys_by_user on passkeys (org_id, user_id, created_at);
alter table passkeys enable row level security;
create policy own_firm on passkeys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table password_keys (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null,
  key_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_keys_pkey primary key (org_id, user_id, kind),
  constraint password_keys_kind_check check ((kind = ANY (ARRAY['reset', 'invitation'])))
);
create index password_keys_by_age on password_keys (expires_at);
create index password_keys_by_hash on password_keys (org_id, key_hash);
alter table password_keys enable row level security;
create policy own_firm on password_keys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table phone_plans (
  org_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  phone text not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  tries integer not null default 0,
  constraint phone_plans_pkey primary key (org_id, user_id)
);
create index phone_plans_by_age on phone_plans (sent_at);
alter table phone_plans enable row level security;
create policy own_firm on phone_plans using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table pipeline_looks (
  org_id uuid not null,
  person_id uuid not null,
  day date not null,
  user_id uuid not null,
  at timestamptz not null,
  constraint pipeline_looks_pkey primary key (org_id, person_id, day, user_id)
);
alter table pipeline_looks enable row level security;
create policy own_firm on pipeline_looks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table private_remains (
  org_id uuid not null,
  target_id uuid not null,
  constraint private_remains_pkey primary key (org_id, target_id)
);
alter table private_remains enable row level security;
create policy own_firm on private_remains using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table push_keys (
  one boolean not null default true,
  public_key text not null,
  private_key text not null,
  constraint push_keys_pkey primary key (one),
  constraint push_keys_one_check check (one)
);

create table push_registrations (
  org_id uuid not null,
  user_id uuid not null,
  device uuid not null,
  platform text not null,
  endpoint text not null,
  keys jsonb not null default '{}'::jsonb,
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  token_hash bytea,
  constraint push_registrations_pkey primary key (org_id, user_id, device),
  constraint push_registrations_platform_check check ((platform = ANY (ARRAY['web', 'fcm'])))
);
create index push_registrations_by_endpoint on push_registrations (md5(endpoint));
create index push_registrations_by_session on push_registrations (org_id, token_hash);
alter table push_registrations enable row level security;
create policy own_firm on push_registrations using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table rate_limits (
  scope text not null,
  subject text not null,
  window_start timestamptz not null,
  tries integer not null,
  constraint rate_limits_pkey primary key (scope, subject, window_start)
);
create index rate_limits_by_age on rate_limits (window_start);
alter table rate_limits enable row level security;

create table recovery_codes (
  org_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (org_id, user_id, code_hash)
);
alter table recovery_codes enable row level security;
create policy own_firm on recovery_codes using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table reminders (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  task_id uuid not null,
  at timestamptz,
  fired_at timestamptz,
  constraint reminders_pkey primary key (org_id, user_id, target_id)
);
create index reminders_by_target on reminders (org_id, target_id);
create index reminders_due on reminders (at) where ((fired_at IS NULL) AND (at IS NOT NULL));
alter table reminders enable row level security;
create policy own_firm on reminders using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_deliveries (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  state text not null default 'waiting',
  problem text not null default '',
  email text not null default '',
  tries integer not null default 0,
  bytes integer not null default 0,
  files text[] not null default '{}'::text[],
  mail jsonb,
  moved_at timestamptz not null,
  constraint report_deliveries_pkey primary key (org_id, run_id, user_id),
  constraint report_deliveries_state_check check ((state = ANY (ARRAY['waiting', 'leaving', 'sent', 'failed', 'doubt', 'skipped', 'cancelled'])))
);
create index report_deliveries_by_user on report_deliveries (org_id, user_id);
create index report_deliveries_leaving on report_deliveries (org_id, run_id) where (state = 'leaving');
alter table report_deliveries enable row level security;
create policy own_firm on report_deliveries using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_mail_files (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  type text not null,
  name text not null,
  bytes bytea not null,
  constraint report_mail_files_pkey primary key (org_id, run_id, user_id, type),
  constraint report_mail_files_type_check check ((type = ANY (ARRAY['pdf', 'xlsx'])))
);
alter table report_mail_files enable row level security;
create policy own_firm on report_mail_files using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_schedule_people (
  org_id uuid not null,
  schedule_id uuid not null,
  user_id uuid not null,
  constraint report_schedule_people_pkey primary key (org_id, schedule_id, user_id)
);
create index report_schedule_people_by_user on report_schedule_people (org_id, user_id);
alter table report_schedule_people enable row level security;
create policy own_firm on report_schedule_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_schedule_runs (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  state text not null default 'making',
  problem text not null default '',
  asked_by uuid,
  start_day date,
  end_day date,
  at timestamptz not null,
  ended_at timestamptz,
  constraint report_schedule_runs_pkey primary key (org_id, id),
  constraint report_schedule_runs_state_check check ((state = ANY (ARRAY['making', 'done', 'cancelled', 'not_sent'])))
);
create index report_schedule_runs_by_age on report_schedule_runs (org_id, schedule_id, at DESC);
create unique index report_schedule_runs_making on report_schedule_runs (org_id, schedule_id) where (state = 'making');
alter table report_schedule_runs enable row level security;
create policy own_firm on report_schedule_runs using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_schedules (
  org_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  report text not null,
  entity text not null,
  entity_id uuid not null,
  which text,
  range text,
  format text not null,
  frequency text not null,
  weekday smallint,
  month_day smallint,
  hour smallint not null,
  subject text not null default '',
  state text not null default 'on',
  problem text not null default '',
  next_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint report_schedules_pkey primary key (org_id, id),
  constraint report_schedules_check check ((((frequency = 'weekly') AND (weekday IS NOT NULL) AND (month_day IS NULL)) OR ((frequency = 'monthly') AND (month_day IS NOT NULL) AND (weekday IS NULL)))),
  constraint report_schedules_entity_check check ((entity = ANY (ARRAY['org', 'group', 'user']))),
  constraint report_schedules_format_check check ((format = ANY (ARRAY['pdf', 'xlsx', 'both']))),
  constraint report_schedules_frequency_check check ((frequency = ANY (ARRAY['weekly', 'monthly']))),
  constraint report_schedules_hour_check check (((hour >= 0) AND (hour <= 23))),
  constraint report_schedules_month_day_check check (((month_day >= 1) AND (month_day <= 31))),
  constraint report_schedules_state_check check ((state = ANY (ARRAY['on', 'paused', 'stopped']))),
  constraint report_schedules_weekday_check check (((weekday >= 1) AND (weekday <= 7)))
);
create index report_schedules_by_owner on report_schedules (org_id, owner_id);
create index report_schedules_due on report_schedules (next_at) where (state = 'on');
alter table report_schedules enable row level security;
create policy own_firm on report_schedules using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table scim_tokens (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  made_by_id uuid,
  constraint scim_tokens_pkey primary key (org_id, id),
  constraint scim_tokens_org_id_token_hash_key unique (org_id, token_hash)
);
alter table scim_tokens enable row level security;
create policy own_firm on scim_tokens using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table score_clocks (
  org_id uuid not null,
  user_id uuid not null,
  through date,
  problem text,
  summed date,
  forgotten_at timestamptz,
  constraint score_clocks_pkey primary key (org_id, user_id)
);
alter table score_clocks enable row level security;
create policy own_firm on score_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table score_days (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  score smallint,
  own_score smallint,
  events integer,
  steps integer,
  dated integer,
  late integer,
  helping integer,
  half_points integer,
  score_sum integer,
  scored integer,
  constraint score_days_pkey primary key (org_id, user_id, day) INCLUDE (score, own_score)
);
alter table score_days enable row level security;
create policy own_firm on score_days using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table server_processes (
  id uuid not null,
  version text not null,
  node text not null,
  started_at timestamptz not null,
  clock_ahead_ms integer not null default 0,
  seen_at timestamptz not null default now(),
  constraint server_processes_pkey primary key (id)
);
create index server_processes_by_age on server_processes (seen_at);
alter table server_processes enable row level security;

create table service_tokens (
  service text not null,
  sealed bytea not null,
  made_at timestamptz not null,
  constraint service_tokens_pkey primary key (service)
);
alter table service_tokens enable row level security;

create table sessions (
  org_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  device text not null default '',
  address text not null default '',
  by_org_id uuid,
  by_user_id uuid,
  by_name text not null default '',
  revert_hash bytea,
  ends_at timestamptz,
  from_session uuid,
  provider_id uuid,
  provider_sid text,
  provider_subject text,
  is_enrolling boolean not null default false,
  constraint sessions_pkey primary key (org_id, token_hash)
);
create index sessions_by_doer on sessions (by_org_id, by_user_id) where (by_user_id IS NOT NULL);
create unique index sessions_by_id on sessions (org_id, id);
create index sessions_by_origin on sessions (by_org_id, from_session) where (from_session IS NOT NULL);
create index sessions_by_provider on sessions (org_id, provider_id, provider_subject) where (provider_id IS NOT NULL);
create unique index sessions_by_revert on sessions (org_id, revert_hash) where (revert_hash IS NOT NULL);
create index sessions_by_user on sessions (org_id, user_id);
alter table sessions enable row level security;
create policy own_firm on sessions using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table setup_token (
  is_only boolean not null default true,
  token_hash bytea not null,
  made_at timestamptz not null default now(),
  constraint setup_token_pkey primary key (is_only),
  constraint setup_token_is_only_check check (is_only)
);
alter table setup_token enable row level security;

create table sign_on_attempts (
  org_id uuid not null,
  state_hash bytea not null,
  provider_id uuid not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  expires_at timestamptz not null,
  is_try boolean not null default false,
  app_hash bytea,
  constraint sign_on_attempts_pkey primary key (org_id, state_hash)
);
create index sign_on_attempts_by_age on sign_on_attempts (org_id, expires_at);
create index sign_on_attempts_by_provider on sign_on_attempts (org_id, provider_id);
alter table sign_on_attempts enable row level security;
create policy own_firm on sign_on_attempts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table sign_on_keys (
  org_id uuid not null,
  key_hash bytea not null,
  user_id uuid not null,
  provider_id uuid not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  sid text,
  subject text not null default '',
  constraint sign_on_keys_pkey primary key (org_id, key_hash)
);
create index sign_on_keys_by_age on sign_on_keys (org_id, expires_at);
create index sign_on_keys_by_provider on sign_on_keys (org_id, provider_id);
create index sign_on_keys_by_user on sign_on_keys (org_id, user_id);
alter table sign_on_keys enable row level security;
create policy own_firm on sign_on_keys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table sign_on_logouts (
  org_id uuid not null,
  jti_hash bytea not null,
  provider_id uuid not null,
  taken_at timestamptz not null default now(),
  constraint sign_on_logouts_pkey primary key (org_id, jti_hash)
);
create index sign_on_logouts_by_age on sign_on_logouts (taken_at);
create index sign_on_logouts_by_provider on sign_on_logouts (org_id, provider_id);
alter table sign_on_logouts enable row level security;
create policy own_firm on sign_on_logouts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table sign_on_providers (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null default '',
  client_secret bytea,
  domains text[] not null default '{}'::text[],
  is_on boolean not null default false,
  makes_people boolean not null default false,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  takes_absent boolean not null default true,
  takes_unverified boolean not null default false,
  tried jsonb,
  tried_id uuid,
  tried_at timestamptz,
  constraint sign_on_providers_pkey primary key (org_id, id),
  constraint sign_on_providers_org_id_name_key unique (org_id, name)
);
create index sign_on_providers_by_id on sign_on_providers (id);
alter table sign_on_providers enable row level security;
create policy own_firm on sign_on_providers using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table sign_on_subjects (
  org_id uuid not null,
  issuer text not null,
  key text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  constraint sign_on_subjects_pkey primary key (org_id, issuer, key),
  constraint sign_on_subjects_org_id_issuer_user_id_key unique (org_id, issuer, user_id)
);
create index sign_on_subjects_by_user on sign_on_subjects (org_id, user_id);
alter table sign_on_subjects enable row level security;
create policy own_firm on sign_on_subjects using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table step_help (
  starter text not null,
  links jsonb not null,
  changed_at timestamptz not null default now(),
  constraint step_help_pkey primary key (starter),
  constraint step_help_links_check check (((jsonb_typeof(links) = 'array') AND ((jsonb_array_length(links) >= 1) AND (jsonb_array_length(links) <= 3)))),
  constraint step_help_starter_check check (((starter <> '') AND (char_length(starter) <= 80)))
);
alter table step_help enable row level security;
create policy told on step_help for select using (true);

create table style_templates (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  color text not null default '#15397E',
  image_selected boolean not null default false,
  logo_id uuid,
  logo_width integer,
  logo_height integer,
  image_id uuid,
  image_width integer,
  image_height integer,
  revision integer not null default 0,
  modified_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint style_templates_pkey primary key (org_id, id),
  constraint style_templates_check check ((num_nulls(logo_id, logo_width, logo_height) = ANY (ARRAY[0, 3]))),
  constraint style_templates_check1 check ((num_nulls(image_id, image_width, image_height) = ANY (ARRAY[0, 3])))
);
alter table style_templates enable row level security;
create policy own_firm on style_templates using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table sync_clocks (
  org_id uuid not null,
  user_id uuid not null,
  seq bigint not null,
  constraint sync_clocks_pkey primary key (org_id, user_id)
);
alter table sync_clocks enable row level security;
create policy own_firm on sync_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table tags (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  is_for_all boolean not null default false,
  user_id uuid,
  constraint tags_pkey primary key (org_id, id),
  constraint tags_name_check check (((name <> '') AND (char_length(name) <= 60)))
);
create unique index tags_by_name on tags (org_id, is_for_all, lower(name)) where (user_id IS NULL);
create index tags_for_all on tags (id) where is_for_all;
create unique index tags_of_favourites on tags (org_id, user_id) where (user_id IS NOT NULL);
alter table tags enable row level security;
create policy for_all on tags for select using (is_for_all);
create policy own_firm on tags using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table target_events (
  org_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  user_id uuid not null,
  person_id uuid,
  kind text not null,
  at timestamptz not null,
  data jsonb not null,
  key uuid not null,
  undone boolean not null default false,
  status text not null,
  dues jsonb not null,
  by_name text not null default COALESCE(current_setting('app.by_name', true), ''),
  due text generated always as ((data ->> 'due')) stored,
  constraint target_events_pkey primary key (org_id, id)
);
create index target_events_by_key on target_events (org_id, target_id, key);
create index target_events_by_target on target_events (org_id, target_id, id);
create index target_events_of_person on target_events (org_id, person_id, at) include (id, target_id, kind, due, undone);
create index target_events_of_status on target_events (org_id, person_id, at) include (target_id, kind, undone) where (kind = ANY (ARRAY['targetWon', 'targetLost', 'targetHeld', 'targetTrashed', 'targetPursued', 'changeUndone']));
alter table target_events enable row level security;
create policy own_firm on target_events using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table target_former_companies (
  org_id uuid not null,
  target_id uuid not null,
  company_key text not null,
  constraint target_former_companies_pkey primary key (org_id, target_id, company_key)
);
create index target_former_companies_by_company on target_former_companies (org_id, company_key);
alter table target_former_companies enable row level security;
create policy own_firm on target_former_companies using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table target_keys (
  org_id uuid not null,
  target_id uuid not null,
  owner_id uuid not null,
  company_key text not null,
  contact_key text not null,
  email_key text not null,
  is_shown boolean not null,
  constraint target_keys_pkey primary key (org_id, target_id)
);
alter table target_keys enable row level security;
create policy own_firm on target_keys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table target_lookups (
  org_id uuid not null,
  key text not null,
  target_id uuid not null,
  owner_id uuid not null,
  constraint target_lookups_pkey primary key (org_id, key, target_id)
);
alter table target_lookups enable row level security;
create policy own_firm on target_lookups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table target_people (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  share_id uuid,
  from_id uuid not null,
  response text not null,
  responded_at timestamptz,
  seq bigint not null default 0,
  gone boolean not null default false,
  status text not null default 'active',
  due date,
  doc text,
  is_private boolean not null generated always as (COALESCE((doc ~ '"private" ?: ?true'), false)) stored,
  constraint target_people_pkey primary key (org_id, user_id, target_id),
  constraint target_people_response_check check ((response = ANY (ARRAY['pending', 'accepted', 'rejected', 'revoked'])))
);
create unique index target_people_by_share on target_people (org_id, share_id) where (share_id IS NOT NULL);
create index target_people_by_status on target_people (org_id, user_id, status) include (target_id, response, is_private, due) where (NOT gone);
create index target_people_by_target on target_people (org_id, target_id);
create index target_people_feed on target_people (org_id, user_id, seq);
alter table target_people enable row level security;
create policy own_firm on target_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table targets (
  org_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  company text not null,
  contact text not null,
  contact_email text not null,
  type text not null,
  value text not null,
  goal text not null,
  status text not null,
  phase text not null,
  projected_revenue numeric(14,2),
  revenue numeric(14,2),
  lost_reason text not null,
  is_private boolean not null,
  undo jsonb,
  completed_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  import_id uuid,
  edits jsonb not null default '{}'::jsonb,
  contact_phone text not null default '',
  company_key text,
  counts_as_created boolean not null default true,
  is_undated boolean not null default false,
  constraint targets_pkey primary key (org_id, id),
  constraint targets_phase_check check ((phase = ANY (ARRAY['pursuing', 'reactivated']))),
  constraint targets_status_check check ((status = ANY (ARRAY['active', 'archived', 'completed', 'lost', 'deleted']))),
  constraint targets_type_check check ((type = ANY (ARRAY['client', 'prospect', 'refsource']))),
  constraint targets_value_check check ((value = ANY (ARRAY['L', 'M', 'H'])))
);
create index targets_by_company on targets (org_id, company_key, created_at DESC, id) where (company_key <> '');
create index targets_by_import on targets (org_id, import_id) where (import_id IS NOT NULL);
create index targets_in_trash on targets (deleted_at) where (status = 'deleted');
create index targets_of_owner on targets (org_id, owner_id, status, created_at) include (id, is_private, type, value, projected_revenue, revenue, completed_at, company_key, counts_as_created, modified_at);
create index targets_private on targets (org_id, id) where is_private;
create statistics targets_owner_in_firm (dependencies) on org_id, owner_id from targets;
alter table targets enable row level security;
create policy own_firm on targets using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table tasks (
  org_id uuid not null,
  target_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  description text not null,
  help text not null,
  due date not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  edit jsonb,
  constraint tasks_pkey primary key (org_id, target_id, id)
);
create unique index tasks_open on tasks (org_id, target_id, user_id) where (completed_at IS NULL);
alter table tasks enable row level security;
create policy own_firm on tasks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table unsubscribe_keys (
  org_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  kind text not null,
  constraint unsubscribe_keys_pkey primary key (org_id, token_hash)
);
create index unsubscribe_keys_of_person on unsubscribe_keys (org_id, user_id);
alter table unsubscribe_keys enable row level security;
create policy own_firm on unsubscribe_keys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table unsubscribe_links (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null,
  token text not null,
  token_hash bytea not null,
  constraint unsubscribe_links_pkey primary key (org_id, user_id, kind)
);
create unique index unsubscribe_links_by_token on unsubscribe_links (org_id, token_hash);
alter table unsubscribe_links enable row level security;
create policy own_firm on unsubscribe_links using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table upkeep (
  org_id uuid not null,
  id bigint not null generated always as identity,
  target_id uuid,
  user_id uuid,
  companies jsonb,
  problem text,
  constraint upkeep_pkey primary key (org_id, id)
);
create index upkeep_waiting on upkeep (org_id, id) where (problem IS NULL);
alter table upkeep enable row level security;
create policy own_firm on upkeep using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table uploads (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  bytes bigint not null,
  received bigint not null default 0,
  progress jsonb not null default '{}'::jsonb,
  type text,
  head bytea,
  digest bytea,
  sha256 bytea,
  touched_at timestamptz not null default now(),
  constraint uploads_pkey primary key (org_id, id),
  constraint uploads_bytes_check check ((bytes > 0)),
  constraint uploads_check check (((received >= 0) AND (received <= bytes)))
);
create index uploads_by_touch on uploads (touched_at);
create index uploads_of_person on uploads (org_id, user_id);
alter table uploads enable row level security;
create policy own_firm on uploads using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table users (
  org_id uuid not null,
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text not null default '',
  role text not null,
  password_hash text,
  settings jsonb not null default '{}'::jsonb,
  ytd_before numeric(14,2) not null default 0,
  ytd_before_year integer,
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  calendar_secret bytea,
  calendar_hash bytea,
  invited_at timestamptz,
  signed_in_at timestamptz,
  scim_user_name text,
  scim_external_id text,
  is_scim_gone boolean not null default false,
  modified_at timestamptz not null default now(),
  erased_at timestamptz,
  calendar_sealed bytea,
  is_calendar_unmade boolean not null default true,
  constraint users_pkey primary key (org_id, id),
  constraint users_role_check check ((role = ANY (ARRAY['member', 'admin', 'operator'])))
);
create unique index users_by_calendar on users (org_id, calendar_hash) where (calendar_hash IS NOT NULL);
create index users_by_email on users (org_id, lower(email));
create index users_by_name on users (org_id, last_name, first_name, id);
create index users_by_scim_id on users (org_id, scim_external_id) where (scim_external_id IS NOT NULL);
create unique index users_by_scim_name on users (org_id, lower(scim_user_name)) where ((scim_user_name IS NOT NULL) AND (NOT is_scim_gone));
alter table users enable row level security;
create policy own_firm on users using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table video_keys (
  org_id uuid not null,
  token_hash bytea not null,
  made_by uuid,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  constraint video_keys_pkey primary key (org_id)
);
alter table video_keys enable row level security;
create policy own_firm on video_keys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table videos (
  org_id uuid not null,
  file_id uuid not null,
  public_id text not null,
  is_of_firm boolean not null,
  is_for_all boolean not null default false,
  name text not null,
  description text not null default '',
  seconds double precision not null,
  width integer not null,
  height integer not null,
  video_codec text not null,
  audio_codec text,
  trouble text,
  poster_id uuid,
  captions text,
  made_by uuid,
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint videos_pkey primary key (org_id, file_id),
  constraint videos_seconds_check check ((seconds > (0)::double precision)),
  constraint videos_org_id_public_id_key unique (org_id, public_id)
);
create index videos_by_poster on videos (org_id, poster_id) where (poster_id IS NOT NULL);
create index videos_for_all on videos (file_id) where is_for_all;
alter table videos enable row level security;
create policy for_all on videos for select using (is_for_all);
create policy own_firm on videos using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  type text not null,
  body text not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  status integer,
  milliseconds integer,
  answer text not null default '',
  problem text not null default '',
  queued_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  constraint webhook_deliveries_pkey primary key (org_id, id),
  constraint webhook_deliveries_state_check check ((state = ANY (ARRAY['waiting', 'sending', 'delivered', 'failed'])))
);
create index webhook_deliveries_by_age on webhook_deliveries (moved_at) where (state = ANY (ARRAY['delivered', 'failed']));
create index webhook_deliveries_latest on webhook_deliveries (org_id, webhook_id, queued_at DESC, id);
create index webhook_deliveries_waiting on webhook_deliveries (org_id, webhook_id, next_at) where (state = ANY (ARRAY['waiting', 'sending']));
alter table webhook_deliveries enable row level security;
create policy own_firm on webhook_deliveries using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table webhooks (
  org_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  old_sealed bytea,
  old_until timestamptz,
  off_why text,
  off_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  rests_until timestamptz not null default '-infinity'::timestamptz,
  made_by text not null,
  made_at timestamptz not null default now(),
  made_by_id uuid,
  constraint webhooks_pkey primary key (org_id, id),
  constraint webhooks_off_why_check check ((off_why = ANY (ARRAY['hand', 'gone', 'failing', 'behind'])))
);
alter table webhooks enable row level security;
create policy own_firm on webhooks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table wipes (
  org_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  device text not null,
  address text not null,
  asked_at timestamptz not null default now(),
  wiped_at timestamptz,
  constraint wipes_pkey primary key (org_id, token_hash)
);
create index wipes_by_user on wipes (org_id, user_id, asked_at DESC);
alter table wipes enable row level security;
create policy own_firm on wipes using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table worksheet_answers (
  org_id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  returned_at timestamptz,
  seq bigint not null,
  constraint worksheet_answers_pkey primary key (org_id, user_id, worksheet_id)
);
create index worksheet_answers_by_worksheet on worksheet_answers (worksheet_id);
alter table worksheet_answers enable row level security;
create policy own_firm on worksheet_answers using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table worksheet_cells (
  org_id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null,
  value text not null,
  at timestamptz not null,
  constraint worksheet_cells_pkey primary key (org_id, user_id, worksheet_id, version, name),
  constraint worksheet_cells_name_check check ((char_length(name) <= 20)),
  constraint worksheet_cells_value_check check ((char_length(value) <= 5000))
);
create index worksheet_cells_by_version on worksheet_cells (worksheet_id, version);
alter table worksheet_cells enable row level security;
create policy own_firm on worksheet_cells using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table worksheet_clocks (
  org_id uuid not null,
  user_id uuid not null,
  seq bigint not null,
  constraint worksheet_clocks_pkey primary key (org_id, user_id)
) with (fillfactor=50);
alter table worksheet_clocks enable row level security;
create policy own_firm on worksheet_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table worksheet_comments (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null default '',
  text text not null,
  is_return boolean not null default false,
  by_id uuid not null,
  at timestamptz not null,
  constraint worksheet_comments_pkey primary key (org_id, id),
  constraint worksheet_comments_text_check check ((char_length(text) <= 2000))
);
create index worksheet_comments_by_maker on worksheet_comments (org_id, by_id);
create index worksheet_comments_by_sheet on worksheet_comments (org_id, user_id, worksheet_id, id);
alter table worksheet_comments enable row level security;
create policy own_firm on worksheet_comments using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table worksheet_versions (
  worksheet_id uuid not null,
  version integer not null,
  instructions text not null default '',
  questions jsonb not null,
  parameters jsonb not null,
  made_at timestamptz not null default now(),
  constraint worksheet_versions_pkey primary key (worksheet_id, version),
  constraint worksheet_versions_instructions_check check ((char_length(instructions) <= 2000)),
  constraint worksheet_versions_version_check check ((version > 0))
);
alter table worksheet_versions enable row level security;

create table worksheet_writings (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null,
  value text not null,
  at timestamptz not null,
  device text not null default '',
  constraint worksheet_writings_pkey primary key (org_id, id)
);
create index worksheet_writings_by_sheet on worksheet_writings (org_id, user_id, worksheet_id, id);
alter table worksheet_writings enable row level security;
create policy own_firm on worksheet_writings using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table worksheets (
  id uuid not null,
  lesson_id uuid not null,
  version integer not null,
  seq bigint not null,
  taken_off_at timestamptz,
  constraint worksheets_pkey primary key (id),
  constraint worksheets_version_check check ((version > 0)),
  constraint worksheets_lesson_id_key unique (lesson_id)
);
create index worksheets_feed on worksheets (seq);
alter table worksheets enable row level security;

create view lesson_clock_of_all with (security_invoker=true) as
 SELECT u.org_id,
    u.id AS user_id,
    c.seq
   FROM users u
     CROSS JOIN lesson_clock c;

alter table alert_days add constraint alert_days_org_id_fkey foreign key (org_id) references orgs(id);
alter table api_tokens add constraint api_tokens_org_id_fkey foreign key (org_id) references orgs(id);
alter table asset_groups add constraint asset_groups_org_id_asset_id_fkey foreign key (org_id, asset_id) references assets(org_id, id) on delete cascade;
alter table asset_groups add constraint asset_groups_org_id_group_id_fkey foreign key (org_id, group_id) references groups(org_id, id) on delete cascade;
alter table asset_marks add constraint asset_marks_org_id_asset_id_fkey foreign key (org_id, asset_id) references assets(org_id, id) on delete cascade;
alter table asset_marks add constraint asset_marks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table asset_pages add constraint asset_pages_org_id_asset_id_version_fkey foreign key (org_id, asset_id, version) references asset_versions(org_id, asset_id, version) on delete cascade;
alter table asset_people add constraint asset_people_org_id_asset_id_fkey foreign key (org_id, asset_id) references assets(org_id, id) on delete cascade;
alter table asset_people add constraint asset_people_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table asset_readers add constraint asset_readers_org_id_asset_id_fkey foreign key (org_id, asset_id) references assets(org_id, id) on delete cascade;
alter table asset_readers add constraint asset_readers_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table asset_versions add constraint asset_versions_org_id_asset_id_fkey foreign key (org_id, asset_id) references assets(org_id, id) on delete cascade;
alter table assets add constraint assets_org_id_file_id_fkey foreign key (org_id, file_id) references files(org_id, id);
alter table assets add constraint assets_org_id_fkey foreign key (org_id) references orgs(id);
alter table audit_log add constraint audit_log_org_id_fkey foreign key (org_id) references orgs(id);
alter table authenticators add constraint authenticators_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table code_sends add constraint code_sends_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table companies add constraint companies_org_id_fkey foreign key (org_id) references orgs(id);
alter table company_near add constraint company_near_org_id_fkey foreign key (org_id) references orgs(id);
alter table company_spellings add constraint company_spellings_org_id_fkey foreign key (org_id) references orgs(id);
alter table company_starts add constraint company_starts_org_id_key_fkey foreign key (org_id, key) references companies(org_id, key) on delete cascade;
alter table content_groups add constraint content_groups_org_id_content_id_fkey foreign key (org_id, content_id) references contents(org_id, id) on delete cascade;
alter table content_groups add constraint content_groups_org_id_group_id_fkey foreign key (org_id, group_id) references groups(org_id, id) on delete cascade;
alter table content_marks add constraint content_marks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table content_pages add constraint content_pages_org_id_content_id_fkey foreign key (org_id, content_id) references contents(org_id, id) on delete cascade;
alter table content_people add constraint content_people_org_id_content_id_fkey foreign key (org_id, content_id) references contents(org_id, id) on delete cascade;
alter table content_people add constraint content_people_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table content_sections add constraint content_sections_org_id_fkey foreign key (org_id) references orgs(id);
alter table content_tags add constraint content_tags_org_id_content_id_fkey foreign key (org_id, content_id) references contents(org_id, id) on delete cascade;
alter table content_tags add constraint content_tags_org_id_tag_id_fkey foreign key (org_id, tag_id) references tags(org_id, id) on delete cascade;
alter table contents add constraint contents_org_id_file_id_fkey foreign key (org_id, file_id) references files(org_id, id);
alter table contents add constraint contents_org_id_fkey foreign key (org_id) references orgs(id);
alter table contents add constraint contents_org_id_section_id_fkey foreign key (org_id, section_id) references content_sections(org_id, id);
alter table contents add constraint contents_org_id_thumbnail_id_fkey foreign key (org_id, thumbnail_id) references files(org_id, id);
alter table digest_batches add constraint digest_batches_org_id_fkey foreign key (org_id) references orgs(id);
alter table digest_batches add constraint digest_batches_org_id_run_id_fkey foreign key (org_id, run_id) references digest_runs(org_id, id) on delete cascade;
alter table digest_bounces add constraint digest_bounces_org_id_fkey foreign key (org_id) references orgs(id);
alter table digest_items add constraint digest_items_org_id_digest_id_fkey foreign key (org_id, digest_id) references digests(org_id, id) on delete cascade;
alter table digest_left_out add constraint digest_left_out_org_id_digest_id_fkey foreign key (org_id, digest_id) references digests(org_id, id) on delete cascade;
alter table digest_left_out add constraint digest_left_out_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table digest_lists add constraint digest_lists_org_id_digest_id_fkey foreign key (org_id, digest_id) references digests(org_id, id) on delete cascade;
alter table digest_lists add constraint digest_lists_org_id_list_id_fkey foreign key (org_id, list_id) references distribution_lists(org_id, id) on delete cascade;
alter table digest_mail_settings add constraint digest_mail_settings_org_id_fkey foreign key (org_id) references orgs(id);
alter table digest_mails add constraint digest_mails_org_id_fkey foreign key (org_id) references orgs(id);
alter table digest_people add constraint digest_people_org_id_digest_id_fkey foreign key (org_id, digest_id) references digests(org_id, id) on delete cascade;
alter table digest_people add constraint digest_people_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table digest_recipients add constraint digest_recipients_org_id_run_id_fkey foreign key (org_id, run_id) references digest_runs(org_id, id) on delete cascade;
alter table digest_recipients add constraint digest_recipients_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table digest_runs add constraint digest_runs_org_id_digest_id_fkey foreign key (org_id, digest_id) references digests(org_id, id) on delete cascade;
alter table digest_visits add constraint digest_visits_org_id_run_id_fkey foreign key (org_id, run_id) references digest_mails(org_id, run_id) on delete cascade;
alter table digest_visits add constraint digest_visits_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table digests add constraint digests_org_id_author_id_fkey foreign key (org_id, author_id) references users(org_id, id);
alter table digests add constraint digests_org_id_fkey foreign key (org_id) references orgs(id);
alter table distribution_list_groups add constraint distribution_list_groups_org_id_group_id_fkey foreign key (org_id, group_id) references groups(org_id, id) on delete cascade;
alter table distribution_list_groups add constraint distribution_list_groups_org_id_list_id_fkey foreign key (org_id, list_id) references distribution_lists(org_id, id) on delete cascade;
alter table distribution_list_people add constraint distribution_list_people_org_id_list_id_fkey foreign key (org_id, list_id) references distribution_lists(org_id, id) on delete cascade;
alter table distribution_list_people add constraint distribution_list_people_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table distribution_lists add constraint distribution_lists_org_id_fkey foreign key (org_id) references orgs(id);
alter table file_versions add constraint file_versions_org_id_file_id_fkey foreign key (org_id, file_id) references files(org_id, id) on delete cascade;
alter table files add constraint files_org_id_fkey foreign key (org_id) references orgs(id);
alter table firm_arrivals add constraint firm_arrivals_org_id_file_id_fkey foreign key (org_id, file_id) references files(org_id, id);
alter table firm_arrivals add constraint firm_arrivals_org_id_fkey foreign key (org_id) references orgs(id);
alter table firm_domains add constraint firm_domains_org_id_fkey foreign key (org_id) references orgs(id);
alter table firm_exports add constraint firm_exports_org_id_file_id_fkey foreign key (org_id, file_id) references files(org_id, id);
alter table firm_exports add constraint firm_exports_org_id_fkey foreign key (org_id) references orgs(id);
alter table firm_insights add constraint firm_insights_org_id_fkey foreign key (org_id) references orgs(id);
alter table firm_lessons add constraint firm_lessons_org_id_fkey foreign key (org_id) references orgs(id);
alter table firm_lessons add constraint firm_lessons_org_id_made_by_fkey foreign key (org_id, made_by) references users(org_id, id);
alter table firm_step_help add constraint firm_step_help_org_id_fkey foreign key (org_id) references orgs(id);
alter table group_managers add constraint group_managers_org_id_group_id_fkey foreign key (org_id, group_id) references groups(org_id, id) on delete cascade;
alter table group_managers add constraint group_managers_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table group_members add constraint group_members_org_id_group_id_fkey foreign key (org_id, group_id) references groups(org_id, id) on delete cascade;
alter table group_members add constraint group_members_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table groups add constraint groups_org_id_fkey foreign key (org_id) references orgs(id);
alter table hand_overs add constraint hand_overs_org_id_by_user_id_fkey foreign key (org_id, by_user_id) references users(org_id, id);
alter table hand_overs add constraint hand_overs_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table hosted_videos add constraint hosted_videos_org_id_fkey foreign key (org_id) references orgs(id);
alter table import_made add constraint import_made_org_id_import_id_fkey foreign key (org_id, import_id) references imports(org_id, id) on delete cascade;
alter table import_rows add constraint import_rows_org_id_import_id_fkey foreign key (org_id, import_id) references imports(org_id, id) on delete cascade;
alter table imports add constraint imports_org_id_fkey foreign key (org_id) references orgs(id);
alter table insight_cards add constraint insight_cards_org_id_fkey foreign key (org_id) references orgs(id);
alter table insight_cards add constraint insight_cards_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table insight_clocks add constraint insight_clocks_org_id_fkey foreign key (org_id) references orgs(id);
alter table insight_clocks add constraint insight_clocks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table insight_firms add constraint insight_firms_org_id_fkey foreign key (org_id) references orgs(id);
alter table insight_people add constraint insight_people_org_id_fkey foreign key (org_id) references orgs(id);
alter table insight_people add constraint insight_people_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table instance_domains add constraint instance_domains_instance_key_fkey foreign key (instance_key) references instances(key) ON UPDATE CASCADE on delete cascade;
alter table kept_mappings add constraint kept_mappings_org_id_fkey foreign key (org_id) references orgs(id);
alter table known_devices add constraint known_devices_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table lesson_assignments add constraint lesson_assignments_org_id_assigned_by_fkey foreign key (org_id, assigned_by) references users(org_id, id);
alter table lesson_assignments add constraint lesson_assignments_org_id_fkey foreign key (org_id) references orgs(id);
alter table lesson_assignments add constraint lesson_assignments_org_id_group_id_fkey foreign key (org_id, group_id) references groups(org_id, id);
alter table lesson_assignments add constraint lesson_assignments_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table lesson_clocks add constraint lesson_clocks_org_id_fkey foreign key (org_id) references orgs(id);
alter table lesson_clocks add constraint lesson_clocks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table lesson_group_assignments add constraint lesson_group_assignments_org_id_assigned_by_fkey foreign key (org_id, assigned_by) references users(org_id, id);
alter table lesson_group_assignments add constraint lesson_group_assignments_org_id_fkey foreign key (org_id) references orgs(id);
alter table lesson_group_assignments add constraint lesson_group_assignments_org_id_group_id_fkey foreign key (org_id, group_id) references groups(org_id, id) on delete cascade;
alter table lesson_progress add constraint lesson_progress_org_id_fkey foreign key (org_id) references orgs(id);
alter table lesson_progress add constraint lesson_progress_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table lessons add constraint lessons_category_id_fkey foreign key (category_id) references lesson_categories(id);
alter table link_previews add constraint link_previews_org_id_fkey foreign key (org_id) references orgs(id);
alter table link_previews add constraint link_previews_org_id_picture_id_fkey foreign key (org_id, picture_id) references files(org_id, id);
alter table login_challenges add constraint login_challenges_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table notes add constraint notes_org_id_target_id_fkey foreign key (org_id, target_id) references targets(org_id, id) on delete cascade;
alter table notes add constraint notes_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table notification_deliveries add constraint notification_deliveries_org_id_notification_id_fkey foreign key (org_id, notification_id) references notifications(org_id, id) on delete cascade;
alter table notifications add constraint notifications_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table orgs add constraint orgs_id_logo_id_fkey foreign key (id, logo_id) references files(org_id, id);
alter table outgoing add constraint outgoing_org_id_fkey foreign key (org_id) references orgs(id);
alter table overlap_answers add constraint overlap_answers_org_id_target_id_fkey foreign key (org_id, target_id) references targets(org_id, id) on delete cascade;
alter table overlap_answers add constraint overlap_answers_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table passkey_plans add constraint passkey_plans_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table passkeys add constraint passkeys_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table password_keys add constraint password_keys_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table phone_plans add constraint phone_plans_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table pipeline_looks add constraint pipeline_looks_org_id_person_id_fkey foreign key (org_id, person_id) references users(org_id, id) on delete cascade;
alter table pipeline_looks add constraint pipeline_looks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table private_remains add constraint private_remains_org_id_fkey foreign key (org_id) references orgs(id);
alter table push_registrations add constraint push_registrations_org_id_token_hash_fkey foreign key (org_id, token_hash) references sessions(org_id, token_hash) on delete cascade;
alter table push_registrations add constraint push_registrations_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table recovery_codes add constraint recovery_codes_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table reminders add constraint reminders_org_id_target_id_fkey foreign key (org_id, target_id) references targets(org_id, id) on delete cascade;
alter table reminders add constraint reminders_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table report_deliveries add constraint report_deliveries_org_id_run_id_fkey foreign key (org_id, run_id) references report_schedule_runs(org_id, id) on delete cascade;
alter table report_deliveries add constraint report_deliveries_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table report_mail_files add constraint report_mail_files_org_id_run_id_user_id_fkey foreign key (org_id, run_id, user_id) references report_deliveries(org_id, run_id, user_id) on delete cascade;
alter table report_schedule_people add constraint report_schedule_people_org_id_schedule_id_fkey foreign key (org_id, schedule_id) references report_schedules(org_id, id) on delete cascade;
alter table report_schedule_people add constraint report_schedule_people_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table report_schedule_runs add constraint report_schedule_runs_org_id_asked_by_fkey foreign key (org_id, asked_by) references users(org_id, id);
alter table report_schedule_runs add constraint report_schedule_runs_org_id_schedule_id_fkey foreign key (org_id, schedule_id) references report_schedules(org_id, id) on delete cascade;
alter table report_schedules add constraint report_schedules_org_id_fkey foreign key (org_id) references orgs(id);
alter table report_schedules add constraint report_schedules_org_id_owner_id_fkey foreign key (org_id, owner_id) references users(org_id, id) on delete cascade;
alter table scim_tokens add constraint scim_tokens_org_id_fkey foreign key (org_id) references orgs(id);
alter table score_clocks add constraint score_clocks_org_id_fkey foreign key (org_id) references orgs(id);
alter table score_clocks add constraint score_clocks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table score_days add constraint score_days_org_id_fkey foreign key (org_id) references orgs(id);
alter table score_days add constraint score_days_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table sessions add constraint sessions_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table sign_on_attempts add constraint sign_on_attempts_org_id_provider_id_fkey foreign key (org_id, provider_id) references sign_on_providers(org_id, id) on delete cascade;
alter table sign_on_keys add constraint sign_on_keys_org_id_provider_id_fkey foreign key (org_id, provider_id) references sign_on_providers(org_id, id) on delete cascade;
alter table sign_on_keys add constraint sign_on_keys_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table sign_on_logouts add constraint sign_on_logouts_org_id_provider_id_fkey foreign key (org_id, provider_id) references sign_on_providers(org_id, id) on delete cascade;
alter table sign_on_providers add constraint sign_on_providers_org_id_fkey foreign key (org_id) references orgs(id);
alter table sign_on_subjects add constraint sign_on_subjects_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table style_templates add constraint style_templates_org_id_fkey foreign key (org_id) references orgs(id);
alter table tags add constraint tags_org_id_fkey foreign key (org_id) references orgs(id);
alter table tags add constraint tags_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table target_former_companies add constraint target_former_companies_org_id_target_id_fkey foreign key (org_id, target_id) references targets(org_id, id) on delete cascade;
alter table target_people add constraint target_people_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table targets add constraint targets_org_id_owner_id_fkey foreign key (org_id, owner_id) references users(org_id, id);
alter table tasks add constraint tasks_org_id_target_id_fkey foreign key (org_id, target_id) references targets(org_id, id) on delete cascade;
alter table tasks add constraint tasks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table unsubscribe_keys add constraint unsubscribe_keys_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table unsubscribe_links add constraint unsubscribe_links_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table uploads add constraint uploads_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table users add constraint users_org_id_fkey foreign key (org_id) references orgs(id);
alter table video_keys add constraint video_keys_org_id_fkey foreign key (org_id) references orgs(id);
alter table videos add constraint videos_org_id_file_id_fkey foreign key (org_id, file_id) references files(org_id, id);
alter table videos add constraint videos_org_id_poster_id_fkey foreign key (org_id, poster_id) references files(org_id, id);
alter table webhook_deliveries add constraint webhook_deliveries_org_id_webhook_id_fkey foreign key (org_id, webhook_id) references webhooks(org_id, id) on delete cascade;
alter table webhooks add constraint webhooks_org_id_fkey foreign key (org_id) references orgs(id);
alter table wipes add constraint wipes_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade;
alter table worksheet_answers add constraint worksheet_answers_org_id_fkey foreign key (org_id) references orgs(id);
alter table worksheet_answers add constraint worksheet_answers_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table worksheet_answers add constraint worksheet_answers_worksheet_id_fkey foreign key (worksheet_id) references worksheets(id);
alter table worksheet_cells add constraint worksheet_cells_org_id_user_id_worksheet_id_fkey foreign key (org_id, user_id, worksheet_id) references worksheet_answers(org_id, user_id, worksheet_id);
alter table worksheet_cells add constraint worksheet_cells_worksheet_id_version_fkey foreign key (worksheet_id, version) references worksheet_versions(worksheet_id, version);
alter table worksheet_clocks add constraint worksheet_clocks_org_id_fkey foreign key (org_id) references orgs(id);
alter table worksheet_clocks add constraint worksheet_clocks_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id);
alter table worksheet_comments add constraint worksheet_comments_org_id_by_id_fkey foreign key (org_id, by_id) references users(org_id, id);
alter table worksheet_comments add constraint worksheet_comments_org_id_user_id_worksheet_id_fkey foreign key (org_id, user_id, worksheet_id) references worksheet_answers(org_id, user_id, worksheet_id);
alter table worksheet_versions add constraint worksheet_versions_worksheet_id_fkey foreign key (worksheet_id) references worksheets(id);
alter table worksheet_writings add constraint worksheet_writings_org_id_user_id_worksheet_id_fkey foreign key (org_id, user_id, worksheet_id) references worksheet_answers(org_id, user_id, worksheet_id);
alter table worksheets add constraint worksheets_lesson_id_fkey foreign key (lesson_id) references lessons(id);

create policy told on worksheet_versions for select using (exists (select from worksheets w where w.id = worksheet_versions.worksheet_id));
create policy told on worksheets for select using (exists (select from lessons l where l.id = worksheets.lesson_id));

insert into installation default values;
insert into lesson_clock (seq) values (0);

-- The application's role gets everything else by default.
revoke all on audit_log, deleted_firms, hosted_videos, installation, instance_domains, instances, lesson_categories, lesson_clock, lessons, outgoing, push_keys, service_tokens, step_help, worksheet_versions, worksheets from pursuit_app;
grant insert, select on audit_log to pursuit_app;
grant select on hosted_videos to pursuit_app;
grant select on lesson_categories to pursuit_app;
grant select on lesson_clock to pursuit_app;
grant select on lessons to pursuit_app;
grant insert on outgoing to pursuit_app;
grant select (channel, device, id, moved_at, occasion, org_id, problem, queued_at, recipient, state, tries) on outgoing to pursuit_app;
grant select on step_help to pursuit_app;
grant select on worksheet_versions to pursuit_app;
grant select on worksheets to pursuit_app;
