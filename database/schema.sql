-- The current state of the database: the sum of the migrations. Functions are in functions/. Generated for reading: to
-- change it, add a migration and run npx vitest run core/server/database/schema.server.test.ts -u

create table alert_days (
  org_id uuid not null,
  kind text not null,
  day date not null,
  constraint alert_days_pkey PRIMARY KEY (org_id, kind, day),
  constraint alert_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table alert_days enable row level security;
create policy own_firm on alert_days using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table api_tokens (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  made_by text not null,
  made_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null,
  used_on date,
  made_by_id uuid,
  constraint api_tokens_pkey PRIMARY KEY (org_id, id),
  constraint api_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint api_tokens_org_id_token_hash_key UNIQUE (org_id, token_hash)
);
alter table api_tokens enable row level security;
create policy own_firm on api_tokens using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table asset_groups (
  org_id uuid not null,
  asset_id uuid not null,
  group_id uuid not null,
  constraint asset_groups_pkey PRIMARY KEY (org_id, asset_id, group_id),
  constraint asset_groups_org_id_asset_id_fkey FOREIGN KEY (org_id, asset_id) REFERENCES assets(org_id, id) ON DELETE CASCADE,
  constraint asset_groups_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE
);
CREATE INDEX asset_groups_by_group ON public.asset_groups USING btree (org_id, group_id, asset_id);
alter table asset_groups enable row level security;
create policy own_firm on asset_groups using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table asset_marks (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  is_favourite boolean not null default false,
  is_hidden boolean not null default false,
  constraint asset_marks_pkey PRIMARY KEY (org_id, asset_id, user_id),
  constraint asset_marks_org_id_asset_id_fkey FOREIGN KEY (org_id, asset_id) REFERENCES assets(org_id, id) ON DELETE CASCADE,
  constraint asset_marks_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX asset_marks_by_user ON public.asset_marks USING btree (org_id, user_id, asset_id);
alter table asset_marks enable row level security;
create policy own_firm on asset_marks using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table asset_pages (
  org_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  page integer not null,
  text text not null,
  words tsvector not null,
  constraint asset_pages_pkey PRIMARY KEY (org_id, asset_id, version, page),
  constraint asset_pages_org_id_asset_id_version_fkey FOREIGN KEY (org_id, asset_id, version) REFERENCES asset_versions(org_id, asset_id, version) ON DELETE CASCADE
);
CREATE INDEX asset_pages_by_word ON public.asset_pages USING gin (words);
alter table asset_pages enable row level security;
create policy own_firm on asset_pages using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table asset_people (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  constraint asset_people_pkey PRIMARY KEY (org_id, asset_id, user_id),
  constraint asset_people_org_id_asset_id_fkey FOREIGN KEY (org_id, asset_id) REFERENCES assets(org_id, id) ON DELETE CASCADE,
  constraint asset_people_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX asset_people_by_user ON public.asset_people USING btree (org_id, user_id, asset_id);
alter table asset_people enable row level security;
create policy own_firm on asset_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table asset_readers (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  version integer not null,
  first_at timestamp with time zone not null default now(),
  last_at timestamp with time zone not null default now(),
  times integer not null default 1,
  constraint asset_readers_pkey PRIMARY KEY (org_id, asset_id, user_id, version),
  constraint asset_readers_org_id_asset_id_fkey FOREIGN KEY (org_id, asset_id) REFERENCES assets(org_id, id) ON DELETE CASCADE,
  constraint asset_readers_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX asset_readers_by_user ON public.asset_readers USING btree (org_id, user_id);
alter table asset_readers enable row level security;
create policy own_firm on asset_readers using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table asset_versions (
  org_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  pages integer not null,
  bytes bigint not null,
  thumbnail_id uuid,
  made_by uuid,
  made_at timestamp with time zone not null default now(),
  restored_from integer,
  constraint asset_versions_pkey PRIMARY KEY (org_id, asset_id, version),
  constraint asset_versions_org_id_asset_id_fkey FOREIGN KEY (org_id, asset_id) REFERENCES assets(org_id, id) ON DELETE CASCADE
);
alter table asset_versions enable row level security;
create policy own_firm on asset_versions using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  deleted_by uuid,
  revision integer not null default 0,
  constraint assets_pkey PRIMARY KEY (org_id, id),
  constraint assets_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES files(org_id, id),
  constraint assets_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE UNIQUE INDEX assets_by_file ON public.assets USING btree (org_id, file_id);
CREATE INDEX assets_deleted ON public.assets USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX assets_to_review ON public.assets USING btree (review_on) WHERE ((review_on IS NOT NULL) AND (deleted_at IS NULL));
alter table assets enable row level security;
create policy own_firm on assets using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table audit_log (
  org_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null default now(),
  actor_id uuid,
  actor_name text not null,
  by_name text not null default ''::text,
  action text not null,
  subject_id uuid,
  subject text not null default ''::text,
  details jsonb not null default '{}'::jsonb,
  address text not null default ''::text,
  constraint audit_log_pkey PRIMARY KEY (org_id, id),
  constraint audit_log_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (org_id, actor_id, id);
CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (org_id, subject_id, at DESC);
CREATE INDEX audit_log_by_time ON public.audit_log USING btree (org_id, at DESC, id DESC);
alter table audit_log enable row level security;
create policy own_firm on audit_log using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table authenticators (
  org_id uuid not null,
  user_id uuid not null,
  secret bytea,
  pending bytea,
  pending_at timestamp with time zone,
  last_counter bigint not null default 0,
  confirmed_at timestamp with time zone,
  constraint authenticators_pkey PRIMARY KEY (org_id, user_id),
  constraint authenticators_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
alter table authenticators enable row level security;
create policy own_firm on authenticators using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  modified_at timestamp with time zone not null default now(),
  constraint bd_insights_pkey PRIMARY KEY (id),
  constraint bd_insights_check CHECK ((begins <= ends))
);
alter table bd_insights enable row level security;
create policy told on bd_insights for select using (true);

create table code_sends (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  sent_at timestamp with time zone not null,
  constraint code_sends_pkey PRIMARY KEY (org_id, id),
  constraint code_sends_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX code_sends_by_age ON public.code_sends USING btree (sent_at);
CREATE INDEX code_sends_by_user ON public.code_sends USING btree (org_id, user_id, sent_at);
alter table code_sends enable row level security;
create policy own_firm on code_sends using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table companies (
  org_id uuid not null,
  key text not null,
  name text not null,
  targets integer not null,
  constraint companies_pkey PRIMARY KEY (org_id, key),
  constraint companies_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX companies_by_targets ON public.companies USING btree (org_id, targets DESC, key) WHERE (targets > 0);
alter table companies enable row level security;
create policy own_firm on companies using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table company_merges (
  org_id uuid not null,
  company_key text not null,
  into_key text not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  constraint company_merges_pkey PRIMARY KEY (org_id, company_key)
);
CREATE INDEX merges_into_company ON public.company_merges USING btree (org_id, into_key);
alter table company_merges enable row level security;
create policy own_firm on company_merges using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table company_near (
  org_id uuid not null,
  company_key text not null,
  near_key text not null,
  constraint company_near_pkey PRIMARY KEY (org_id, company_key, near_key),
  constraint company_near_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table company_near enable row level security;
create policy own_firm on company_near using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table company_spellings (
  org_id uuid not null,
  spelling bigint not null,
  company_key text not null,
  constraint company_spellings_pkey PRIMARY KEY (org_id, spelling, company_key),
  constraint company_spellings_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table company_spellings enable row level security;
create policy own_firm on company_spellings using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table company_starts (
  org_id uuid not null,
  start text not null,
  key text not null,
  constraint company_starts_pkey PRIMARY KEY (org_id, start, key),
  constraint company_starts_org_id_key_fkey FOREIGN KEY (org_id, key) REFERENCES companies(org_id, key) ON DELETE CASCADE
);
alter table company_starts enable row level security;
create policy own_firm on company_starts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table contact_emails (
  org_id uuid not null,
  email text not null,
  contact_id uuid not null,
  is_private boolean not null,
  constraint contact_emails_pkey PRIMARY KEY (org_id, email, contact_id)
);
CREATE UNIQUE INDEX contact_of_email ON public.contact_emails USING btree (org_id, email) WHERE (NOT is_private);
CREATE INDEX emails_of_contact ON public.contact_emails USING btree (org_id, contact_id);
alter table contact_emails enable row level security;
create policy own_firm on contact_emails using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table contact_events (
  org_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  by_name text not null,
  kind text not null,
  at timestamp with time zone not null,
  data jsonb not null,
  key uuid not null,
  constraint contact_events_pkey PRIMARY KEY (org_id, contact_id, id)
);
alter table contact_events enable row level security;
create policy own_firm on contact_events using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table contact_merges (
  org_id uuid not null,
  contact_id uuid not null,
  into_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  data jsonb not null,
  constraint contact_merges_pkey PRIMARY KEY (org_id, contact_id)
);
CREATE INDEX merges_into_contact ON public.contact_merges USING btree (org_id, into_id);
alter table contact_merges enable row level security;
create policy own_firm on contact_merges using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table contact_people (
  org_id uuid not null,
  user_id uuid not null,
  contact_id uuid not null,
  seq bigint not null,
  gone boolean not null,
  is_shown boolean not null,
  constraint contact_people_pkey PRIMARY KEY (org_id, user_id, contact_id)
);
CREATE INDEX contact_feed ON public.contact_people USING btree (org_id, user_id, seq);
CREATE INDEX people_of_contact ON public.contact_people USING btree (org_id, contact_id);
alter table contact_people enable row level security;
create policy own_firm on contact_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table contact_words (
  org_id uuid not null,
  word text not null,
  sort_key text not null,
  contact_id uuid not null,
  constraint contact_words_pkey PRIMARY KEY (org_id, contact_id, word)
);
CREATE INDEX contacts_by_word ON public.contact_words USING btree (org_id, word, sort_key, contact_id);
alter table contact_words enable row level security;
create policy own_firm on contact_words using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table contacts (
  org_id uuid not null,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  title text not null,
  company text not null,
  emails text[] not null,
  phones text[] not null,
  note text not null,
  sort_key text not null,
  name_key text not null,
  company_key text not null,
  is_private boolean not null,
  kept_by uuid,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  merged_into uuid,
  erased_at timestamp with time zone,
  unseen_at timestamp with time zone,
  constraint contacts_pkey PRIMARY KEY (org_id, id)
);
CREATE INDEX contacts_at_company ON public.contacts USING btree (org_id, company_key) WHERE ((company_key <> ''::text) AND (merged_into IS NULL));
CREATE INDEX contacts_by_name ON public.contacts USING btree (org_id, name_key, company_key) WHERE (merged_into IS NULL);
CREATE INDEX contacts_in_order ON public.contacts USING btree (org_id, sort_key, id) WHERE (merged_into IS NULL);
alter table contacts enable row level security;
create policy own_firm on contacts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table content_groups (
  org_id uuid not null,
  content_id uuid not null,
  group_id uuid not null,
  constraint content_groups_pkey PRIMARY KEY (org_id, content_id, group_id),
  constraint content_groups_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES contents(org_id, id) ON DELETE CASCADE,
  constraint content_groups_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE
);
CREATE INDEX content_groups_by_group ON public.content_groups USING btree (org_id, group_id, content_id);
alter table content_groups enable row level security;
create policy own_firm on content_groups using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table content_marks (
  org_id uuid not null,
  user_id uuid not null,
  content_id uuid not null,
  is_favourite boolean not null default false,
  viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  seq bigint not null,
  constraint content_marks_pkey PRIMARY KEY (org_id, user_id, content_id),
  constraint content_marks_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX content_marks_by_content ON public.content_marks USING btree (content_id);
CREATE INDEX content_marks_feed ON public.content_marks USING btree (org_id, user_id, seq);
alter table content_marks enable row level security;
create policy own_firm on content_marks using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table content_pages (
  org_id uuid not null,
  content_id uuid not null,
  page integer not null,
  text text not null,
  words tsvector not null,
  constraint content_pages_pkey PRIMARY KEY (org_id, content_id, page),
  constraint content_pages_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES contents(org_id, id) ON DELETE CASCADE
);
CREATE INDEX content_pages_by_word ON public.content_pages USING gin (words);
alter table content_pages enable row level security;
create policy own_firm on content_pages using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table content_people (
  org_id uuid not null,
  content_id uuid not null,
  user_id uuid not null,
  constraint content_people_pkey PRIMARY KEY (org_id, content_id, user_id),
  constraint content_people_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES contents(org_id, id) ON DELETE CASCADE,
  constraint content_people_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX content_people_by_user ON public.content_people USING btree (org_id, user_id, content_id);
alter table content_people enable row level security;
create policy own_firm on content_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table content_sections (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  "position" integer not null,
  is_for_all boolean not null default false,
  constraint content_sections_pkey PRIMARY KEY (org_id, id),
  constraint content_sections_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 60))),
  constraint content_sections_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX content_sections_for_all ON public.content_sections USING btree (id) WHERE is_for_all;
alter table content_sections enable row level security;
create policy for_all on content_sections for select using (is_for_all);
create policy own_firm on content_sections using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table content_tags (
  org_id uuid not null,
  content_id uuid not null,
  tag_id uuid not null,
  is_for_all boolean not null default false,
  constraint content_tags_pkey PRIMARY KEY (org_id, content_id, tag_id),
  constraint content_tags_org_id_content_id_fkey FOREIGN KEY (org_id, content_id) REFERENCES contents(org_id, id) ON DELETE CASCADE,
  constraint content_tags_org_id_tag_id_fkey FOREIGN KEY (org_id, tag_id) REFERENCES tags(org_id, id) ON DELETE CASCADE
);
CREATE INDEX content_tags_by_tag ON public.content_tags USING btree (org_id, tag_id);
alter table content_tags enable row level security;
create policy for_all on content_tags for select using (is_for_all);
create policy own_firm on content_tags using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table contents (
  org_id uuid not null,
  id uuid not null,
  section_id uuid not null,
  name text not null,
  description text not null default ''::text,
  content_type text not null,
  kind text not null,
  file_id uuid,
  thumbnail_id uuid,
  is_thumbnail_made boolean not null default false,
  blog_url text not null default ''::text,
  seconds integer not null default 0,
  pages integer not null default 0,
  event_at timestamp with time zone,
  allow_external boolean not null default false,
  everyone boolean not null default true,
  is_for_all boolean not null default false,
  expires date,
  review_on date,
  review_owner uuid,
  made_by uuid,
  made_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  revision integer not null default 1,
  constraint contents_pkey PRIMARY KEY (org_id, id),
  constraint contents_check CHECK (((content_type = 'blog'::text) = (file_id IS NULL))),
  constraint contents_check1 CHECK (((content_type = 'blog'::text) = (blog_url <> ''::text))),
  constraint contents_content_type_check CHECK ((content_type = ANY (ARRAY['video'::text, 'audio'::text, 'blog'::text, 'others'::text]))),
  constraint contents_description_check CHECK ((char_length(description) <= 300)),
  constraint contents_kind_check CHECK ((kind = ANY (ARRAY['document'::text, 'podcast'::text, 'event'::text, 'guide'::text, 'whitepaper'::text, 'FAQ'::text, 'video'::text]))),
  constraint contents_name_check CHECK ((name <> ''::text)),
  constraint contents_seconds_check CHECK ((seconds >= 0)),
  constraint contents_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES files(org_id, id),
  constraint contents_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint contents_org_id_section_id_fkey FOREIGN KEY (org_id, section_id) REFERENCES content_sections(org_id, id),
  constraint contents_org_id_thumbnail_id_fkey FOREIGN KEY (org_id, thumbnail_id) REFERENCES files(org_id, id)
);
CREATE UNIQUE INDEX contents_by_file ON public.contents USING btree (org_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX contents_by_section ON public.contents USING btree (org_id, section_id);
CREATE INDEX contents_by_thumbnail ON public.contents USING btree (org_id, thumbnail_id) WHERE (thumbnail_id IS NOT NULL);
CREATE INDEX contents_for_all ON public.contents USING btree (id) WHERE is_for_all;
CREATE INDEX contents_to_review ON public.contents USING btree (review_on) WHERE (review_on IS NOT NULL);
CREATE TRIGGER delete_content_marks AFTER DELETE ON public.contents FOR EACH ROW EXECUTE FUNCTION delete_content_marks();
alter table contents enable row level security;
create policy for_all on contents for select using (is_for_all);
create policy own_firm on contents using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table copies_due (
  org_id uuid not null,
  target_id uuid not null,
  problem text,
  constraint copies_due_pkey PRIMARY KEY (org_id, target_id)
);
CREATE INDEX copies_waiting ON public.copies_due USING btree (org_id, target_id) WHERE (problem IS NULL);
alter table copies_due enable row level security;
create policy own_firm on copies_due using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table deleted_firms (
  firm_id uuid not null,
  name text not null,
  asked_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  removed jsonb not null default '{}'::jsonb,
  files integer not null default 0,
  bytes bigint not null default 0,
  constraint deleted_firms_pkey PRIMARY KEY (firm_id)
);
alter table deleted_firms enable row level security;

create table digest_batch_marks (
  org_id uuid not null,
  id uuid not null,
  constraint digest_batch_marks_pkey PRIMARY KEY (org_id, id)
);
alter table digest_batch_marks enable row level security;
create policy own_firm on digest_batch_marks using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_batches (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  part integer not null,
  user_ids uuid[] not null,
  constraint digest_batches_pkey PRIMARY KEY (org_id, id),
  constraint digest_batches_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint digest_batches_org_id_run_id_fkey FOREIGN KEY (org_id, run_id) REFERENCES digest_runs(org_id, id) ON DELETE CASCADE
);
CREATE INDEX digest_batches_by_run ON public.digest_batches USING btree (org_id, run_id, part);
alter table digest_batches enable row level security;
create policy own_firm on digest_batches using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_bounces (
  org_id uuid not null,
  address text not null,
  since timestamp with time zone,
  reason text not null default ''::text,
  soft integer not null default 0,
  last_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  soft_since timestamp with time zone,
  soft_run uuid,
  constraint digest_bounces_pkey PRIMARY KEY (org_id, address),
  constraint digest_bounces_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table digest_bounces enable row level security;
create policy own_firm on digest_bounces using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_items (
  org_id uuid not null,
  digest_id uuid not null,
  "position" integer not null,
  content_id uuid,
  link jsonb,
  is_auto boolean not null default false,
  constraint digest_items_pkey PRIMARY KEY (org_id, digest_id, "position"),
  constraint digest_items_check CHECK ((num_nonnulls(content_id, link) = 1)),
  constraint digest_items_org_id_digest_id_fkey FOREIGN KEY (org_id, digest_id) REFERENCES digests(org_id, id) ON DELETE CASCADE
);
alter table digest_items enable row level security;
create policy own_firm on digest_items using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_left_out (
  org_id uuid not null,
  digest_id uuid not null,
  user_id uuid not null,
  constraint digest_left_out_pkey PRIMARY KEY (org_id, digest_id, user_id),
  constraint digest_left_out_org_id_digest_id_fkey FOREIGN KEY (org_id, digest_id) REFERENCES digests(org_id, id) ON DELETE CASCADE,
  constraint digest_left_out_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX digest_left_out_by_user ON public.digest_left_out USING btree (org_id, user_id, digest_id);
alter table digest_left_out enable row level security;
create policy own_firm on digest_left_out using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_lists (
  org_id uuid not null,
  digest_id uuid not null,
  list_id uuid not null,
  constraint digest_lists_pkey PRIMARY KEY (org_id, digest_id, list_id),
  constraint digest_lists_org_id_digest_id_fkey FOREIGN KEY (org_id, digest_id) REFERENCES digests(org_id, id) ON DELETE CASCADE,
  constraint digest_lists_org_id_list_id_fkey FOREIGN KEY (org_id, list_id) REFERENCES distribution_lists(org_id, id) ON DELETE CASCADE
);
CREATE INDEX digest_lists_by_list ON public.digest_lists USING btree (org_id, list_id, digest_id);
alter table digest_lists enable row level security;
create policy own_firm on digest_lists using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_mail_settings (
  org_id uuid not null,
  sender_name text not null default ''::text,
  reply_name text not null default ''::text,
  reply_address text not null default ''::text,
  counts_clicks boolean not null default false,
  place text not null default ''::text,
  constraint digest_mail_settings_pkey PRIMARY KEY (org_id),
  constraint digest_mail_settings_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table digest_mail_settings enable row level security;
create policy own_firm on digest_mail_settings using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_mails (
  org_id uuid not null,
  run_id uuid not null,
  mail jsonb not null,
  counts_clicks boolean not null,
  made_at timestamp with time zone not null default now(),
  constraint digest_mails_pkey PRIMARY KEY (org_id, run_id),
  constraint digest_mails_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX digest_mails_by_age ON public.digest_mails USING btree (made_at);
alter table digest_mails enable row level security;
create policy own_firm on digest_mails using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_people (
  org_id uuid not null,
  digest_id uuid not null,
  user_id uuid not null,
  constraint digest_people_pkey PRIMARY KEY (org_id, digest_id, user_id),
  constraint digest_people_org_id_digest_id_fkey FOREIGN KEY (org_id, digest_id) REFERENCES digests(org_id, id) ON DELETE CASCADE,
  constraint digest_people_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX digest_people_by_user ON public.digest_people USING btree (org_id, user_id, digest_id);
alter table digest_people enable row level security;
create policy own_firm on digest_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_recipients (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  email text not null,
  name text not null,
  state text not null,
  problem text not null default ''::text,
  items smallint[] not null default '{}'::smallint[],
  why text not null default ''::text,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  moved_at timestamp with time zone not null default now(),
  constraint digest_recipients_pkey PRIMARY KEY (org_id, run_id, user_id),
  constraint digest_recipients_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'doubt'::text, 'skipped'::text]))),
  constraint digest_recipients_org_id_run_id_fkey FOREIGN KEY (org_id, run_id) REFERENCES digest_runs(org_id, id) ON DELETE CASCADE,
  constraint digest_recipients_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX digest_recipients_by_user ON public.digest_recipients USING btree (org_id, user_id, run_id);
CREATE INDEX digest_recipients_failed ON public.digest_recipients USING btree (moved_at) WHERE (state = 'failed'::text);
CREATE INDEX digest_recipients_waiting ON public.digest_recipients USING btree (org_id, run_id, next_try_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
alter table digest_recipients enable row level security;
create policy own_firm on digest_recipients using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_runs (
  org_id uuid not null,
  id uuid not null,
  digest_id uuid not null,
  number integer not null,
  state text not null default 'sending'::text,
  keys text[] not null,
  problem text not null default ''::text,
  rests_until timestamp with time zone,
  at timestamp with time zone not null,
  ended_at timestamp with time zone,
  counts jsonb,
  forgotten_at timestamp with time zone,
  constraint digest_runs_pkey PRIMARY KEY (org_id, id),
  constraint digest_runs_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'done'::text, 'nothing_new'::text, 'not_sent'::text]))),
  constraint digest_runs_org_id_digest_id_fkey FOREIGN KEY (org_id, digest_id) REFERENCES digests(org_id, id) ON DELETE CASCADE
);
CREATE INDEX digest_runs_by_digest ON public.digest_runs USING btree (org_id, digest_id, at DESC);
CREATE UNIQUE INDEX digest_runs_by_number ON public.digest_runs USING btree (org_id, digest_id, number);
CREATE INDEX digest_runs_open ON public.digest_runs USING btree (at) WHERE (state = 'sending'::text);
CREATE INDEX digest_runs_to_forget ON public.digest_runs USING btree (ended_at) WHERE (forgotten_at IS NULL);
alter table digest_runs enable row level security;
create policy own_firm on digest_runs using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digest_visits (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  item integer not null,
  at timestamp with time zone not null,
  constraint digest_visits_pkey PRIMARY KEY (org_id, id),
  constraint digest_visits_org_id_run_id_fkey FOREIGN KEY (org_id, run_id) REFERENCES digest_mails(org_id, run_id) ON DELETE CASCADE,
  constraint digest_visits_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX digest_visits_by_run ON public.digest_visits USING btree (org_id, run_id, user_id, at);
CREATE INDEX digest_visits_by_user ON public.digest_visits USING btree (org_id, user_id, id);
alter table digest_visits enable row level security;
create policy own_firm on digest_visits using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table digests (
  org_id uuid not null,
  id uuid not null,
  title text not null,
  curated_by text not null,
  description text not null,
  start text not null default ''::text,
  frequency smallint not null default 1,
  template_id uuid,
  auto_populate boolean not null default false,
  status text not null,
  next_run integer not null default 0,
  next_at timestamp with time zone,
  made integer not null default 0,
  author_id uuid,
  revision integer not null default 0,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  subject text not null default ''::text,
  preheader text not null default ''::text,
  greets boolean not null default false,
  constraint digests_pkey PRIMARY KEY (org_id, id),
  constraint digests_frequency_check CHECK (((frequency >= 1) AND (frequency <= 5))),
  constraint digests_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'paused'::text, 'cancelled'::text]))),
  constraint digests_org_id_author_id_fkey FOREIGN KEY (org_id, author_id) REFERENCES users(org_id, id),
  constraint digests_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX digests_by_author ON public.digests USING btree (org_id, author_id);
CREATE INDEX digests_by_template ON public.digests USING btree (org_id, template_id);
CREATE INDEX digests_by_time ON public.digests USING btree (org_id, created_at DESC, id DESC);
CREATE INDEX digests_due ON public.digests USING btree (next_at) WHERE (status = 'scheduled'::text);
alter table digests enable row level security;
create policy own_firm on digests using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table distribution_list_groups (
  org_id uuid not null,
  list_id uuid not null,
  group_id uuid not null,
  constraint distribution_list_groups_pkey PRIMARY KEY (org_id, list_id, group_id),
  constraint distribution_list_groups_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE,
  constraint distribution_list_groups_org_id_list_id_fkey FOREIGN KEY (org_id, list_id) REFERENCES distribution_lists(org_id, id) ON DELETE CASCADE
);
CREATE INDEX distribution_list_groups_by_group ON public.distribution_list_groups USING btree (org_id, group_id, list_id);
alter table distribution_list_groups enable row level security;
create policy own_firm on distribution_list_groups using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table distribution_list_people (
  org_id uuid not null,
  list_id uuid not null,
  user_id uuid not null,
  constraint distribution_list_people_pkey PRIMARY KEY (org_id, list_id, user_id),
  constraint distribution_list_people_org_id_list_id_fkey FOREIGN KEY (org_id, list_id) REFERENCES distribution_lists(org_id, id) ON DELETE CASCADE,
  constraint distribution_list_people_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX distribution_list_people_by_user ON public.distribution_list_people USING btree (org_id, user_id, list_id);
alter table distribution_list_people enable row level security;
create policy own_firm on distribution_list_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table distribution_lists (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  revision integer not null default 0,
  modified_by uuid,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  constraint distribution_lists_pkey PRIMARY KEY (org_id, id),
  constraint distribution_lists_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE UNIQUE INDEX distribution_lists_by_name ON public.distribution_lists USING btree (org_id, lower(name));
alter table distribution_lists enable row level security;
create policy own_firm on distribution_lists using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table domain_directory (
  domain text not null,
  org_id uuid not null,
  constraint domain_directory_pkey PRIMARY KEY (domain)
);
CREATE INDEX domain_directory_by_firm ON public.domain_directory USING btree (org_id, domain);
alter table domain_directory enable row level security;

create table feed_sequences (
  org_id uuid not null,
  user_id uuid not null,
  feed text not null,
  seq bigint not null,
  constraint feed_sequences_pkey PRIMARY KEY (org_id, user_id, feed)
);
CREATE TRIGGER record_feed_change AFTER INSERT OR UPDATE ON public.feed_sequences FOR EACH ROW WHEN ((new.feed <> ALL (ARRAY['inbox'::text, 'lessons'::text]))) EXECUTE FUNCTION record_feed_change();
alter table feed_sequences enable row level security;
create policy own_firm on feed_sequences using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  created_at timestamp with time zone not null,
  constraint file_versions_pkey PRIMARY KEY (org_id, file_id, version),
  constraint file_versions_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES files(org_id, id) ON DELETE CASCADE
);
CREATE INDEX file_versions_by_stored ON public.file_versions USING btree (org_id, stored_id);
alter table file_versions enable row level security;
create policy own_firm on file_versions using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table filed_messages (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  received_at timestamp with time zone not null,
  message_id text not null,
  state text not null,
  message jsonb,
  constraint filed_messages_pkey PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX filed_message_ids ON public.filed_messages USING btree (org_id, user_id, message_id);
CREATE INDEX filed_messages_received ON public.filed_messages USING btree (org_id, user_id, received_at) WHERE (state = 'received'::text);
CREATE INDEX filed_messages_unmatched ON public.filed_messages USING btree (org_id, user_id) WHERE (state = 'unmatched'::text);
CREATE INDEX filed_messages_waiting ON public.filed_messages USING btree (org_id, user_id, received_at) WHERE (state = 'waiting'::text);
alter table filed_messages enable row level security;
create policy own_firm on filed_messages using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table files (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  made_by uuid,
  created_at timestamp with time zone not null default now(),
  missing_at timestamp with time zone,
  stored_id uuid,
  version integer not null default 1,
  is_for_all boolean not null default false,
  constraint files_pkey PRIMARY KEY (org_id, id),
  constraint files_bytes_check CHECK ((bytes >= 0)),
  constraint files_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX files_by_stored ON public.files USING btree (org_id, stored_id) WHERE (stored_id IS NOT NULL);
CREATE INDEX files_for_all ON public.files USING btree (id) WHERE is_for_all;
CREATE INDEX files_missing ON public.files USING btree (missing_at) WHERE (missing_at IS NOT NULL);
alter table files enable row level security;
create policy for_all on files for select using (is_for_all);
create policy own_firm on files using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table filing_directory (
  entry text not null,
  org_id uuid not null,
  user_id uuid not null,
  constraint filing_directory_pkey PRIMARY KEY (entry)
);
CREATE INDEX filing_directory_by_person ON public.filing_directory USING btree (org_id, user_id);
alter table filing_directory enable row level security;

create table filing_people (
  org_id uuid not null,
  user_id uuid not null,
  code text not null,
  is_on boolean not null,
  made_at timestamp with time zone not null,
  constraint filing_people_pkey PRIMARY KEY (org_id, user_id)
);
alter table filing_people enable row level security;
create policy own_firm on filing_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table filing_senders (
  org_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  address text not null,
  code_sealed bytea,
  code_sent_at timestamp with time zone not null,
  tries integer not null default 0,
  verified_at timestamp with time zone,
  constraint filing_senders_pkey PRIMARY KEY (org_id, id)
);
CREATE UNIQUE INDEX filing_sender_addresses ON public.filing_senders USING btree (org_id, user_id, address);
alter table filing_senders enable row level security;
create policy own_firm on filing_senders using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table firm_arrivals (
  org_id uuid not null,
  id uuid not null,
  file_id uuid,
  file_name text not null,
  bytes bigint not null,
  asked_by text not null,
  asked_at timestamp with time zone not null default now(),
  state text not null default 'reading'::text,
  firm_id uuid,
  firm_name text not null default ''::text,
  plan jsonb not null default '{}'::jsonb,
  stage text not null default 'rows'::text,
  entry integer not null default 0,
  line integer not null default 0,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  total integer not null default 0,
  done integer not null default 0,
  left_out text[] not null default '{}'::text[],
  problem text not null default ''::text,
  finished_at timestamp with time zone,
  constraint firm_arrivals_pkey PRIMARY KEY (org_id, id),
  constraint firm_arrivals_stage_check CHECK ((stage = ANY (ARRAY['rows'::text, 'keys'::text, 'copies'::text, 'scores'::text]))),
  constraint firm_arrivals_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'writing'::text, 'undoing'::text, 'done'::text, 'failed'::text, 'stopped'::text]))),
  constraint firm_arrivals_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES files(org_id, id),
  constraint firm_arrivals_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE UNIQUE INDEX firm_arrivals_at_work ON public.firm_arrivals USING btree (org_id, firm_id) WHERE (state = ANY (ARRAY['writing'::text, 'undoing'::text]));
CREATE INDEX firm_arrivals_by_file ON public.firm_arrivals USING btree (org_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX firm_arrivals_by_time ON public.firm_arrivals USING btree (org_id, asked_at DESC);
alter table firm_arrivals enable row level security;
create policy own_firm on firm_arrivals using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table firm_domains (
  org_id uuid not null,
  id uuid not null,
  domain text not null,
  token text not null,
  proved_at timestamp with time zone,
  how text,
  created_at timestamp with time zone not null default now(),
  constraint firm_domains_pkey PRIMARY KEY (org_id, id),
  constraint firm_domains_check CHECK (((proved_at IS NULL) = (how IS NULL))),
  constraint firm_domains_how_check CHECK ((how = ANY (ARRAY['dns'::text, 'operator'::text]))),
  constraint firm_domains_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint firm_domains_org_id_domain_key UNIQUE (org_id, domain)
);
alter table firm_domains enable row level security;
create policy own_firm on firm_domains using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table firm_exports (
  org_id uuid not null,
  id uuid not null,
  firm_id uuid not null,
  firm_name text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null default now(),
  state text not null default 'running'::text,
  total integer not null default 0,
  done integer not null default 0,
  problem text not null default ''::text,
  file_id uuid,
  finished_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint firm_exports_pkey PRIMARY KEY (org_id, id),
  constraint firm_exports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text, 'failed'::text, 'ended'::text]))),
  constraint firm_exports_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES files(org_id, id),
  constraint firm_exports_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX firm_exports_by_file ON public.firm_exports USING btree (org_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX firm_exports_by_firm ON public.firm_exports USING btree (firm_id, asked_at DESC);
CREATE UNIQUE INDEX firm_exports_running ON public.firm_exports USING btree (org_id, firm_id) WHERE (state = 'running'::text);
alter table firm_exports enable row level security;
create policy own_firm on firm_exports using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  modified_at timestamp with time zone not null default now(),
  constraint firm_insights_pkey PRIMARY KEY (org_id, id),
  constraint firm_insights_check CHECK ((begins <= ends)),
  constraint firm_insights_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table firm_insights enable row level security;
create policy own_firm on firm_insights using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table firm_lessons (
  org_id uuid not null,
  id uuid not null,
  host_id text not null default ''::text,
  title text not null,
  description text not null default ''::text,
  video_id uuid,
  seconds integer not null default 0,
  captions text not null default ''::text,
  state text not null default 'published'::text,
  made_by uuid,
  made_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  seq bigint not null,
  constraint firm_lessons_pkey PRIMARY KEY (org_id, id),
  constraint firm_lessons_check CHECK (((state = 'archived'::text) = (archived_at IS NOT NULL))),
  constraint firm_lessons_description_check CHECK ((char_length(description) <= 110)),
  constraint firm_lessons_seconds_check CHECK (((seconds >= 0) AND (seconds <= 86400))),
  constraint firm_lessons_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))),
  constraint firm_lessons_title_check CHECK (((title <> ''::text) AND (char_length(title) <= 100))),
  constraint firm_lessons_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint firm_lessons_org_id_made_by_fkey FOREIGN KEY (org_id, made_by) REFERENCES users(org_id, id)
);
CREATE UNIQUE INDEX firm_lessons_by_host ON public.firm_lessons USING btree (org_id, host_id) WHERE (host_id <> ''::text);
CREATE INDEX firm_lessons_by_maker ON public.firm_lessons USING btree (org_id, made_by);
CREATE INDEX firm_lessons_by_video ON public.firm_lessons USING btree (org_id, video_id) WHERE (video_id IS NOT NULL);
CREATE INDEX firm_lessons_feed ON public.firm_lessons USING btree (org_id, seq);
CREATE TRIGGER assign_firm_lesson_seq BEFORE INSERT OR UPDATE ON public.firm_lessons FOR EACH ROW EXECUTE FUNCTION assign_firm_lesson_seq();
CREATE TRIGGER record_shared_change AFTER INSERT OR UPDATE ON public.firm_lessons FOR EACH ROW EXECUTE FUNCTION record_shared_change();
alter table firm_lessons enable row level security;
create policy own_firm on firm_lessons using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table firm_step_help (
  org_id uuid not null,
  starter text not null,
  links jsonb not null,
  changed_at timestamp with time zone not null default now(),
  constraint firm_step_help_pkey PRIMARY KEY (org_id, starter),
  constraint firm_step_help_links_check CHECK (((jsonb_typeof(links) = 'array'::text) AND ((jsonb_array_length(links) >= 1) AND (jsonb_array_length(links) <= 3)))),
  constraint firm_step_help_starter_check CHECK (((starter <> ''::text) AND (char_length(starter) <= 80))),
  constraint firm_step_help_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table firm_step_help enable row level security;
create policy own_firm on firm_step_help using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table forecast_days (
  org_id uuid not null,
  day date not null,
  constraint forecast_days_pkey PRIMARY KEY (org_id, day),
  constraint forecast_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE
);
alter table forecast_days enable row level security;
create policy own_firm on forecast_days using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table forecast_facts (
  org_id uuid not null,
  target_id uuid not null,
  since date not null,
  until date,
  owner_id uuid not null,
  is_private boolean not null,
  amount numeric not null,
  chance smallint not null,
  expected_close text not null,
  constraint forecast_facts_pkey PRIMARY KEY (org_id, target_id, since),
  constraint forecast_facts_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE
);
CREATE INDEX forecast_facts_by_close ON public.forecast_facts USING btree (org_id, expected_close) INCLUDE (since, until, owner_id, is_private, amount, chance, target_id);
CREATE UNIQUE INDEX forecast_facts_now ON public.forecast_facts USING btree (org_id, target_id) WHERE (until IS NULL);
alter table forecast_facts enable row level security;
create policy own_firm on forecast_facts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table group_managers (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint group_managers_pkey PRIMARY KEY (org_id, group_id, user_id),
  constraint group_managers_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE,
  constraint group_managers_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX group_managers_by_user ON public.group_managers USING btree (org_id, user_id, group_id);
alter table group_managers enable row level security;
create policy own_firm on group_managers using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint group_members_pkey PRIMARY KEY (org_id, group_id, user_id),
  constraint group_members_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE,
  constraint group_members_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX group_members_by_user ON public.group_members USING btree (org_id, user_id, group_id);
alter table group_members enable row level security;
create policy own_firm on group_members using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table groups (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null default now(),
  scim_external_id text,
  modified_at timestamp with time zone not null default now(),
  constraint groups_pkey PRIMARY KEY (org_id, id),
  constraint groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint groups_org_id_name_key UNIQUE (org_id, name)
);
CREATE INDEX groups_by_scim_id ON public.groups USING btree (org_id, scim_external_id) WHERE (scim_external_id IS NOT NULL);
CREATE TRIGGER null_references BEFORE DELETE ON public.groups FOR EACH ROW EXECUTE FUNCTION null_references();
CREATE TRIGGER record_modified BEFORE UPDATE OF name, status, scim_external_id ON public.groups FOR EACH ROW EXECUTE FUNCTION record_modified();
alter table groups enable row level security;
create policy own_firm on groups using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table hand_overs (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  by_user_id uuid not null,
  by_name text not null default ''::text,
  plan jsonb not null,
  state text not null,
  total integer not null,
  done integer not null default 0,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  problem text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint hand_overs_pkey PRIMARY KEY (org_id, id),
  constraint hand_overs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))),
  constraint hand_overs_org_id_by_user_id_fkey FOREIGN KEY (org_id, by_user_id) REFERENCES users(org_id, id),
  constraint hand_overs_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
);
CREATE INDEX hand_overs_by_user ON public.hand_overs USING btree (org_id, user_id, created_at DESC);
CREATE UNIQUE INDEX hand_overs_running ON public.hand_overs USING btree (org_id, user_id) WHERE (state = 'running'::text);
alter table hand_overs enable row level security;
create policy own_firm on hand_overs using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table hosted_videos (
  org_id uuid not null,
  file_id uuid not null,
  version integer not null,
  is_for_all boolean not null,
  hosted_id text,
  urls jsonb not null default '[]'::jsonb,
  is_ready boolean not null default false,
  begun_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  described_at timestamp with time zone,
  constraint hosted_videos_pkey PRIMARY KEY (org_id, file_id, version),
  constraint hosted_videos_urls_check CHECK ((jsonb_typeof(urls) = 'array'::text)),
  constraint hosted_videos_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table hosted_videos enable row level security;
create policy for_all on hosted_videos for select using (is_for_all);
create policy own_firm on hosted_videos using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table import_made (
  org_id uuid not null,
  import_id uuid not null,
  kind text not null,
  id uuid not null,
  user_id uuid not null,
  constraint import_made_pkey PRIMARY KEY (org_id, import_id, kind, id, user_id),
  constraint import_made_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'group'::text, 'member'::text, 'manager'::text]))),
  constraint import_made_org_id_import_id_fkey FOREIGN KEY (org_id, import_id) REFERENCES imports(org_id, id) ON DELETE CASCADE
);
alter table import_made enable row level security;
create policy own_firm on import_made using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table import_rows (
  org_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  cells jsonb not null,
  made_id uuid,
  reason text,
  outcome text,
  external_id text,
  constraint import_rows_pkey PRIMARY KEY (org_id, import_id, row_number),
  constraint import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['imported'::text, 'matched'::text, 'refused'::text, 'removed'::text, 'kept'::text]))),
  constraint import_rows_org_id_import_id_fkey FOREIGN KEY (org_id, import_id) REFERENCES imports(org_id, id) ON DELETE CASCADE
);
CREATE INDEX import_rows_by_external_id ON public.import_rows USING btree (org_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX import_rows_refused ON public.import_rows USING btree (org_id, import_id, row_number) WHERE (outcome = ANY (ARRAY['refused'::text, 'kept'::text]));
alter table import_rows enable row level security;
create policy own_firm on import_rows using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  matched integer not null default 0,
  kept integer not null default 0,
  at_row integer not null default 0,
  mapping jsonb,
  started_at timestamp with time zone,
  draft jsonb,
  constraint imports_pkey PRIMARY KEY (org_id, id),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['targets'::text, 'people'::text, 'contacts'::text]))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'uploaded'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  constraint imports_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE INDEX imports_going_on ON public.imports USING btree (org_id, id) WHERE (state = ANY (ARRAY['reading'::text, 'running'::text, 'undoing'::text]));
alter table imports enable row level security;
create policy own_firm on imports using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  act text not null default 'open'::text,
  target_id uuid,
  path text,
  keys text[] not null default '{}'::text[],
  written_id uuid,
  written_revision integer,
  day date not null,
  created_at timestamp with time zone not null default now(),
  viewed_at timestamp with time zone,
  useful boolean,
  rated_at timestamp with time zone,
  gone boolean not null default false,
  seq bigint not null,
  constraint insight_cards_pkey PRIMARY KEY (org_id, id),
  constraint insight_cards_type_check CHECK ((type = ANY (ARRAY['tracker'::text, 'bd'::text, 'firm'::text]))),
  constraint insight_cards_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint insight_cards_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX insight_cards_by_day ON public.insight_cards USING btree (org_id, user_id, day);
CREATE INDEX insight_cards_feed ON public.insight_cards USING btree (org_id, user_id, seq);
CREATE UNIQUE INDEX insight_cards_once ON public.insight_cards USING btree (org_id, user_id, written_id) WHERE (written_id IS NOT NULL);
CREATE INDEX insight_cards_told ON public.insight_cards USING btree (org_id, user_id) WHERE ((type = 'tracker'::text) AND (NOT gone));
alter table insight_cards enable row level security;
create policy own_firm on insight_cards using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table insight_firms (
  org_id uuid not null,
  day date,
  wanted bigint not null default 0,
  done bigint not null default 0,
  constraint insight_firms_pkey PRIMARY KEY (org_id),
  constraint insight_firms_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table insight_firms enable row level security;
create policy own_firm on insight_firms using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table insight_people (
  org_id uuid not null,
  user_id uuid not null,
  day date,
  done bigint not null default 0,
  problem text,
  constraint insight_people_pkey PRIMARY KEY (org_id, user_id),
  constraint insight_people_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint insight_people_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
alter table insight_people enable row level security;
create policy own_firm on insight_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table installation (
  is_only boolean not null default true,
  key_check bytea,
  written_at timestamp with time zone not null default now(),
  backed_up_at timestamp with time zone,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_is_only_check CHECK (is_only)
);
alter table installation enable row level security;

create table instance_domains (
  domain text not null,
  instance_key text not null,
  constraint instance_domains_pkey PRIMARY KEY (domain),
  constraint instance_domains_instance_key_fkey FOREIGN KEY (instance_key) REFERENCES instances(key) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX instance_domains_by_instance ON public.instance_domains USING btree (instance_key, domain);
alter table instance_domains enable row level security;

create table instances (
  key text not null,
  name text not null,
  url text,
  is_own boolean not null default false,
  constraint instances_pkey PRIMARY KEY (key),
  constraint instances_reached CHECK ((is_own OR (url IS NOT NULL)))
);
CREATE UNIQUE INDEX instances_own ON public.instances USING btree (is_own) WHERE is_own;
alter table instances enable row level security;

create table kept_mappings (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  headings_key text not null,
  mapping jsonb not null,
  file_name text not null,
  user_id uuid not null,
  saved_at timestamp with time zone not null default now(),
  constraint kept_mappings_pkey PRIMARY KEY (org_id, id),
  constraint kept_mappings_kind_check CHECK ((kind = ANY (ARRAY['targets'::text, 'people'::text, 'contacts'::text]))),
  constraint kept_mappings_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint kept_mappings_org_id_kind_headings_key_key UNIQUE (org_id, kind, headings_key)
);
alter table kept_mappings enable row level security;
create policy own_firm on kept_mappings using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table known_devices (
  org_id uuid not null,
  user_id uuid not null,
  device_hash bytea not null,
  used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (org_id, user_id, device_hash),
  constraint known_devices_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX known_devices_by_age ON public.known_devices USING btree (used_at);
alter table known_devices enable row level security;
create policy own_firm on known_devices using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table lesson_assignments (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  lesson_id uuid,
  category_id uuid,
  group_id uuid,
  assigned_by uuid not null,
  due date,
  assigned_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  seq bigint not null,
  reminded_on date,
  left_group boolean not null default false,
  constraint lesson_assignments_pkey PRIMARY KEY (org_id, id),
  constraint lesson_assignments_check CHECK ((num_nonnulls(lesson_id, category_id) = 1)),
  constraint lesson_assignments_org_id_assigned_by_fkey FOREIGN KEY (org_id, assigned_by) REFERENCES users(org_id, id),
  constraint lesson_assignments_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint lesson_assignments_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id),
  constraint lesson_assignments_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
);
CREATE INDEX lesson_assignments_by_category ON public.lesson_assignments USING btree (org_id, category_id) WHERE ((ended_at IS NULL) AND (category_id IS NOT NULL));
CREATE INDEX lesson_assignments_by_due ON public.lesson_assignments USING btree (org_id, due) WHERE ((ended_at IS NULL) AND (due IS NOT NULL));
CREATE INDEX lesson_assignments_by_group ON public.lesson_assignments USING btree (org_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX lesson_assignments_by_lesson ON public.lesson_assignments USING btree (org_id, lesson_id) WHERE ((ended_at IS NULL) AND (lesson_id IS NOT NULL));
CREATE INDEX lesson_assignments_by_maker ON public.lesson_assignments USING btree (org_id, assigned_by);
CREATE INDEX lesson_assignments_by_person ON public.lesson_assignments USING btree (org_id, user_id);
CREATE UNIQUE INDEX lesson_assignments_of_category ON public.lesson_assignments USING btree (org_id, user_id, category_id) WHERE (category_id IS NOT NULL);
CREATE UNIQUE INDEX lesson_assignments_of_lesson ON public.lesson_assignments USING btree (org_id, user_id, lesson_id) WHERE (lesson_id IS NOT NULL);
alter table lesson_assignments enable row level security;
create policy own_firm on lesson_assignments using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table lesson_categories (
  id uuid not null,
  name text not null,
  description text not null default ''::text,
  "position" integer not null,
  state text not null default 'published'::text,
  revision integer not null default 0,
  constraint lesson_categories_pkey PRIMARY KEY (id),
  constraint lesson_categories_description_check CHECK ((char_length(description) <= 500)),
  constraint lesson_categories_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 100))),
  constraint lesson_categories_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
);
CREATE TRIGGER touch_category_lessons AFTER UPDATE ON public.lesson_categories FOR EACH ROW EXECUTE FUNCTION touch_category_lessons();
alter table lesson_categories enable row level security;
create policy told on lesson_categories for select using ((state <> 'draft'::text));

create table lesson_clock (
  is_one boolean not null default true,
  seq bigint not null,
  constraint lesson_clock_pkey PRIMARY KEY (is_one),
  constraint lesson_clock_is_one_check CHECK (is_one)
);

create table lesson_group_assignments (
  org_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  lesson_id uuid,
  category_id uuid,
  assigned_by uuid not null,
  due date,
  assigned_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint lesson_group_assignments_pkey PRIMARY KEY (org_id, id),
  constraint lesson_group_assignments_check CHECK ((num_nonnulls(lesson_id, category_id) = 1)),
  constraint lesson_group_assignments_org_id_assigned_by_fkey FOREIGN KEY (org_id, assigned_by) REFERENCES users(org_id, id),
  constraint lesson_group_assignments_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint lesson_group_assignments_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE
);
CREATE INDEX lesson_group_assignments_by_maker ON public.lesson_group_assignments USING btree (org_id, assigned_by);
CREATE UNIQUE INDEX lesson_group_assignments_of_category ON public.lesson_group_assignments USING btree (org_id, group_id, category_id) WHERE (category_id IS NOT NULL);
CREATE UNIQUE INDEX lesson_group_assignments_of_lesson ON public.lesson_group_assignments USING btree (org_id, group_id, lesson_id) WHERE (lesson_id IS NOT NULL);
alter table lesson_group_assignments enable row level security;
create policy own_firm on lesson_group_assignments using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table lesson_progress (
  org_id uuid not null,
  user_id uuid not null,
  lesson_id uuid not null,
  ranges jsonb not null,
  seconds integer not null,
  resume integer not null,
  watched_at timestamp with time zone not null,
  reported_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  seq bigint not null,
  constraint lesson_progress_pkey PRIMARY KEY (org_id, user_id, lesson_id),
  constraint lesson_progress_resume_check CHECK ((resume >= 0)),
  constraint lesson_progress_seconds_check CHECK ((seconds >= 0)),
  constraint lesson_progress_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint lesson_progress_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
);
CREATE INDEX lesson_progress_by_lesson ON public.lesson_progress USING btree (org_id, lesson_id);
alter table lesson_progress enable row level security;
create policy own_firm on lesson_progress using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table lessons (
  id uuid not null,
  category_id uuid not null,
  number integer not null,
  title text not null,
  description text not null default ''::text,
  homework text not null default ''::text,
  handle text not null,
  host_id text not null default ''::text,
  video_id uuid,
  seconds integer not null default 0,
  transcript text not null default ''::text,
  captions text not null default ''::text,
  worksheet_id uuid,
  state text not null default 'draft'::text,
  "position" integer not null,
  revision bigint not null default 1,
  changed_at timestamp with time zone not null default now(),
  published_at timestamp with time zone,
  archived_at timestamp with time zone,
  seq bigint not null,
  constraint lessons_pkey PRIMARY KEY (id),
  constraint lessons_check CHECK (((state <> 'published'::text) OR (published_at IS NOT NULL))),
  constraint lessons_check1 CHECK (((state = 'archived'::text) = (archived_at IS NOT NULL))),
  constraint lessons_number_check CHECK ((number > 0)),
  constraint lessons_seconds_check CHECK (((seconds >= 0) AND (seconds <= 86400))),
  constraint lessons_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))),
  constraint lessons_title_check CHECK (((title <> ''::text) AND (char_length(title) <= 100))),
  constraint lessons_category_id_fkey FOREIGN KEY (category_id) REFERENCES lesson_categories(id),
  constraint lessons_handle_key UNIQUE (handle)
);
CREATE INDEX lessons_by_category ON public.lessons USING btree (category_id, "position");
CREATE INDEX lessons_by_video ON public.lessons USING btree (video_id) WHERE (video_id IS NOT NULL);
CREATE INDEX lessons_feed ON public.lessons USING btree (seq);
CREATE TRIGGER assign_lesson_seq BEFORE INSERT OR UPDATE ON public.lessons FOR EACH ROW EXECUTE FUNCTION assign_lesson_seq();
CREATE TRIGGER touch_lesson_worksheets AFTER UPDATE ON public.lessons FOR EACH ROW WHEN ((((((old.title IS DISTINCT FROM new.title) OR (old.number IS DISTINCT FROM new.number)) OR (old.state IS DISTINCT FROM new.state)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old."position" IS DISTINCT FROM new."position"))) EXECUTE FUNCTION touch_lesson_worksheets();
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
  made_at timestamp with time zone not null,
  is_taken boolean not null default false,
  constraint link_previews_pkey PRIMARY KEY (org_id, id),
  constraint link_previews_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint link_previews_org_id_picture_id_fkey FOREIGN KEY (org_id, picture_id) REFERENCES files(org_id, id)
);
CREATE INDEX link_previews_by_person ON public.link_previews USING btree (org_id, made_by, made_at);
CREATE INDEX link_previews_by_picture ON public.link_previews USING btree (org_id, picture_id) WHERE (picture_id IS NOT NULL);
CREATE INDEX link_previews_left ON public.link_previews USING btree (made_at) WHERE (NOT is_taken);
alter table link_previews enable row level security;
create policy own_firm on link_previews using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table login_challenges (
  org_id uuid not null,
  challenge_hash bytea not null,
  user_id uuid not null,
  tries integer not null default 0,
  code_hash bytea,
  code_sent_at timestamp with time zone,
  passkey_challenge text,
  created_at timestamp with time zone not null,
  recovery_tries integer not null default 0,
  constraint login_challenges_pkey PRIMARY KEY (org_id, challenge_hash),
  constraint login_challenges_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX login_challenges_by_age ON public.login_challenges USING btree (created_at);
CREATE INDEX login_challenges_by_user ON public.login_challenges USING btree (org_id, user_id);
alter table login_challenges enable row level security;
create policy own_firm on login_challenges using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table login_directory (
  email text not null,
  org_id uuid not null,
  user_id uuid not null,
  constraint login_directory_pkey PRIMARY KEY (email)
);
CREATE INDEX login_directory_by_user ON public.login_directory USING btree (user_id);
alter table login_directory enable row level security;

create table notes (
  org_id uuid not null,
  target_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  note text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  edit jsonb,
  constraint notes_pkey PRIMARY KEY (org_id, target_id, id),
  constraint notes_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE,
  constraint notes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id),
  constraint notes_org_id_id_key UNIQUE (org_id, id),
  constraint notes_org_id_target_id_user_id_key UNIQUE (org_id, target_id, user_id)
);
alter table notes enable row level security;
create policy own_firm on notes using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table notification_deliveries (
  org_id uuid not null,
  notification_id uuid not null,
  way text not null,
  due_at timestamp with time zone not null,
  constraint notification_deliveries_pkey PRIMARY KEY (org_id, notification_id, way),
  constraint notification_deliveries_way_check CHECK ((way = ANY (ARRAY['email'::text, 'push'::text]))),
  constraint notification_deliveries_org_id_notification_id_fkey FOREIGN KEY (org_id, notification_id) REFERENCES notifications(org_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_deliveries_due ON public.notification_deliveries USING btree (due_at);
alter table notification_deliveries enable row level security;
create policy own_firm on notification_deliveries using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  answered text,
  seq bigint,
  is_past boolean not null default false,
  constraint notifications_pkey PRIMARY KEY (org_id, id),
  constraint notifications_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  constraint notifications_org_id_user_id_occasion_key UNIQUE (org_id, user_id, occasion)
);
CREATE INDEX notifications_by_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_by_person ON public.notifications USING btree (org_id, user_id, created_at DESC, id DESC);
CREATE INDEX notifications_by_subject ON public.notifications USING btree (org_id, subject_id);
CREATE INDEX notifications_feed ON public.notifications USING btree (org_id, user_id, seq);
CREATE INDEX notifications_kept ON public.notifications USING btree (org_id, user_id, created_at DESC, id DESC) WHERE (NOT is_past);
CREATE INDEX notifications_unnumbered ON public.notifications USING btree (org_id, user_id) WHERE (seq IS NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (org_id, user_id) WHERE (read_at IS NULL);
CREATE CONSTRAINT TRIGGER assign_inbox_seq_lines AFTER INSERT OR UPDATE ON public.notifications DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.seq IS NULL)) EXECUTE FUNCTION assign_inbox_seq();
CREATE TRIGGER move_notification BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN ((NOT (new.seq IS DISTINCT FROM old.seq))) EXECUTE FUNCTION move_notification();
CREATE TRIGGER record_inbox_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_inbox_change();
CREATE TRIGGER record_inbox_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_inbox_change();
CREATE TRIGGER record_inbox_update AFTER UPDATE ON public.notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_inbox_change();
CREATE TRIGGER record_notification_deletion AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS lines FOR EACH STATEMENT EXECUTE FUNCTION record_notification_deletion();
alter table notifications enable row level security;
create policy own_firm on notifications using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table notifications_gone (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  gone_at timestamp with time zone not null default now(),
  seq bigint,
  constraint notifications_gone_pkey PRIMARY KEY (org_id, id)
);
CREATE INDEX notifications_gone_by_age ON public.notifications_gone USING btree (gone_at);
CREATE INDEX notifications_gone_feed ON public.notifications_gone USING btree (org_id, user_id, seq);
CREATE INDEX notifications_gone_unnumbered ON public.notifications_gone USING btree (org_id, user_id) WHERE (seq IS NULL);
CREATE CONSTRAINT TRIGGER assign_inbox_seq_gone AFTER INSERT ON public.notifications_gone DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION assign_inbox_seq();
alter table notifications_gone enable row level security;
create policy own_firm on notifications_gone using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table once_only (
  org_id uuid not null,
  user_id uuid not null,
  key uuid not null,
  fingerprint bytea not null,
  status integer,
  answer text,
  created_at timestamp with time zone not null default now(),
  by_user_id uuid,
  sealed bytea,
  constraint once_only_pkey PRIMARY KEY (org_id, user_id, key)
);
CREATE INDEX once_only_by_age ON public.once_only USING btree (created_at);
alter table once_only enable row level security;
create policy own_firm on once_only using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table orgs (
  id uuid not null,
  name text not null,
  category_name text not null default 'Firm'::text,
  access text not null default 'no'::text,
  time_zone text not null default 'America/Los_Angeles'::text,
  domains text[] not null default '{}'::text[],
  subscriptions jsonb not null,
  created_at timestamp with time zone not null default now(),
  link_key bytea not null default sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name)),
  logo_id uuid,
  lists jsonb,
  copies_after uuid,
  idle_hours integer not null default 720,
  longest_hours integer not null default 2160,
  second_factor_from date,
  sign_on_only boolean not null default false,
  break_glass_id uuid,
  work_as text not null default 'all'::text,
  tells_worked_as boolean not null default true,
  is_open_to_operator boolean not null default true,
  operator_until timestamp with time zone,
  leaves_to text not null default 'manager'::text,
  heir_id uuid,
  suspended_at timestamp with time zone,
  deletes_at timestamp with time zone,
  is_closed boolean not null generated always as (((suspended_at IS NOT NULL) OR (deletes_at IS NOT NULL))) stored,
  retention jsonb not null default '{}'::jsonb,
  link_sealed bytea default '\x'::bytea,
  contacts_after uuid,
  is_filing_on boolean not null default true,
  stages jsonb,
  constraint orgs_pkey PRIMARY KEY (id),
  constraint orgs_check CHECK (((NOT sign_on_only) OR (break_glass_id IS NOT NULL))),
  constraint orgs_idle_hours_check CHECK (((idle_hours >= 1) AND (idle_hours <= 720))),
  constraint orgs_leaves_to_check CHECK ((leaves_to = ANY (ARRAY['manager'::text, 'heir'::text]))),
  constraint orgs_longest_hours_check CHECK (((longest_hours >= 1) AND (longest_hours <= 2160))),
  constraint orgs_work_as_check CHECK ((work_as = ANY (ARRAY['all'::text, 'members'::text, 'nobody'::text]))),
  constraint orgs_id_logo_id_fkey FOREIGN KEY (id, logo_id) REFERENCES files(org_id, id)
);
CREATE INDEX orgs_behind ON public.orgs USING btree (id) WHERE (copies_after IS NOT NULL);
CREATE INDEX orgs_by_name ON public.orgs USING btree (name, id);
CREATE INDEX orgs_closed ON public.orgs USING btree (id) WHERE is_closed;
CREATE TRIGGER invalidate_daily_totals_of_firm AFTER UPDATE OF time_zone ON public.orgs FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION invalidate_daily_totals_of_firm();
CREATE TRIGGER mark_target_views_stale BEFORE UPDATE OF time_zone, subscriptions, stages ON public.orgs FOR EACH ROW WHEN (((new.time_zone <> old.time_zone) OR ((((new.subscriptions -> 'targets'::text) -> 'features'::text) ->> 'overlaps'::text) IS DISTINCT FROM (((old.subscriptions -> 'targets'::text) -> 'features'::text) ->> 'overlaps'::text)) OR ((new.stages -> 'removed'::text) IS DISTINCT FROM (old.stages -> 'removed'::text)))) EXECUTE FUNCTION mark_target_views_stale();
CREATE TRIGGER record_shared_change AFTER UPDATE OF subscriptions, stages ON public.orgs FOR EACH ROW WHEN (((new.subscriptions <> old.subscriptions) OR (new.stages IS DISTINCT FROM old.stages))) EXECUTE FUNCTION record_shared_change();
CREATE TRIGGER touch_firm_notifications AFTER UPDATE OF subscriptions ON public.orgs FOR EACH ROW WHEN ((old.subscriptions IS DISTINCT FROM new.subscriptions)) EXECUTE FUNCTION touch_firm_notifications();
alter table orgs enable row level security;
create policy own_firm on orgs using ((id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table outgoing (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  channel text not null,
  occasion text,
  recipient text not null,
  device uuid,
  content jsonb,
  state text not null default 'waiting'::text,
  tries integer not null default 0,
  problem text not null default ''::text,
  queued_at timestamp with time zone not null default now(),
  moved_at timestamp with time zone not null default now(),
  constraint outgoing_pkey PRIMARY KEY (org_id, id),
  constraint outgoing_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'text'::text, 'push'::text]))),
  constraint outgoing_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'doubt'::text]))),
  constraint outgoing_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE UNIQUE INDEX outgoing_by_occasion ON public.outgoing USING btree (org_id, channel, occasion);
CREATE INDEX outgoing_done ON public.outgoing USING btree (moved_at) WHERE (state = 'sent'::text);
CREATE INDEX outgoing_troubled ON public.outgoing USING btree (moved_at DESC, id) WHERE (state = ANY (ARRAY['failed'::text, 'doubt'::text]));
CREATE INDEX outgoing_waiting ON public.outgoing USING btree (queued_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE TRIGGER outgoing_queued AFTER INSERT OR UPDATE OF queued_at ON public.outgoing FOR EACH ROW EXECUTE FUNCTION outgoing_queued();
alter table outgoing enable row level security;
create policy own_firm on outgoing using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table overlap_answers (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  answer text not null,
  company text not null,
  at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  constraint overlap_answers_pkey PRIMARY KEY (org_id, user_id, target_id),
  constraint overlap_answers_answer_check CHECK ((answer = ANY (ARRAY['join'::text, 'introduction'::text, 'separate'::text]))),
  constraint overlap_answers_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE,
  constraint overlap_answers_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
);
CREATE INDEX overlap_answers_by_target ON public.overlap_answers USING btree (org_id, target_id);
alter table overlap_answers enable row level security;
create policy own_firm on overlap_answers using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table passkey_challenges (
  challenge_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX passkey_challenges_by_age ON public.passkey_challenges USING btree (created_at);
alter table passkey_challenges enable row level security;

create table passkey_plans (
  org_id uuid not null,
  user_id uuid not null,
  challenge text not null,
  created_at timestamp with time zone not null,
  constraint passkey_plans_pkey PRIMARY KEY (org_id, user_id),
  constraint passkey_plans_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
alter table passkey_plans enable row level security;
create policy own_firm on passkey_plans using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (org_id, id),
  constraint passkeys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  constraint passkeys_org_id_credential_id_key UNIQUE (org_id, credential_id)
);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (org_id, user_id, created_at);
alter table passkeys enable row level security;
create policy own_firm on passkeys using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table password_keys (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null,
  key_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_keys_pkey PRIMARY KEY (org_id, user_id, kind),
  constraint password_keys_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'invitation'::text]))),
  constraint password_keys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX password_keys_by_age ON public.password_keys USING btree (expires_at);
CREATE INDEX password_keys_by_hash ON public.password_keys USING btree (org_id, key_hash);
alter table password_keys enable row level security;
create policy own_firm on password_keys using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table phone_plans (
  org_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  phone text not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null,
  tries integer not null default 0,
  constraint phone_plans_pkey PRIMARY KEY (org_id, user_id),
  constraint phone_plans_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX phone_plans_by_age ON public.phone_plans USING btree (sent_at);
alter table phone_plans enable row level security;
create policy own_firm on phone_plans using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table pipeline_looks (
  org_id uuid not null,
  person_id uuid not null,
  day date not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  constraint pipeline_looks_pkey PRIMARY KEY (org_id, person_id, day, user_id),
  constraint pipeline_looks_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  constraint pipeline_looks_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
alter table pipeline_looks enable row level security;
create policy own_firm on pipeline_looks using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table private_remains (
  org_id uuid not null,
  target_id uuid not null,
  constraint private_remains_pkey PRIMARY KEY (org_id, target_id),
  constraint private_remains_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table private_remains enable row level security;
create policy own_firm on private_remains using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table push_keys (
  one boolean not null default true,
  public_key text not null,
  private_key text not null,
  constraint push_keys_pkey PRIMARY KEY (one),
  constraint push_keys_one_check CHECK (one)
);

create table push_registrations (
  org_id uuid not null,
  user_id uuid not null,
  device uuid not null,
  platform text not null,
  endpoint text not null,
  keys jsonb not null default '{}'::jsonb,
  failures integer not null default 0,
  created_at timestamp with time zone not null default now(),
  token_hash bytea,
  constraint push_registrations_pkey PRIMARY KEY (org_id, user_id, device),
  constraint push_registrations_platform_check CHECK ((platform = ANY (ARRAY['web'::text, 'fcm'::text]))),
  constraint push_registrations_org_id_token_hash_fkey FOREIGN KEY (org_id, token_hash) REFERENCES sessions(org_id, token_hash) ON DELETE CASCADE,
  constraint push_registrations_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX push_registrations_by_endpoint ON public.push_registrations USING btree (md5(endpoint));
CREATE INDEX push_registrations_by_session ON public.push_registrations USING btree (org_id, token_hash);
alter table push_registrations enable row level security;
create policy own_firm on push_registrations using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table rate_limits (
  scope text not null,
  subject text not null,
  window_start timestamp with time zone not null,
  tries integer not null,
  constraint rate_limits_pkey PRIMARY KEY (scope, subject, window_start)
);
CREATE INDEX rate_limits_by_age ON public.rate_limits USING btree (window_start);
alter table rate_limits enable row level security;

create table recovery_codes (
  org_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (org_id, user_id, code_hash),
  constraint recovery_codes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
create policy own_firm on recovery_codes using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table referrals (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  user_id uuid not null,
  about text not null,
  day date not null,
  outcome text not null,
  created_at timestamp with time zone not null,
  constraint referrals_pkey PRIMARY KEY (org_id, id),
  constraint referrals_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE
);
CREATE INDEX referrals_to_contact ON public.referrals USING btree (org_id, contact_id);
alter table referrals enable row level security;
create policy own_firm on referrals using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table reminders (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  task_id uuid not null,
  at timestamp with time zone,
  fired_at timestamp with time zone,
  constraint reminders_pkey PRIMARY KEY (org_id, user_id, target_id),
  constraint reminders_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE,
  constraint reminders_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX reminders_by_target ON public.reminders USING btree (org_id, target_id);
CREATE INDEX reminders_due ON public.reminders USING btree (at) WHERE ((fired_at IS NULL) AND (at IS NOT NULL));
alter table reminders enable row level security;
create policy own_firm on reminders using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table report_deliveries (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  state text not null default 'waiting'::text,
  problem text not null default ''::text,
  email text not null default ''::text,
  tries integer not null default 0,
  bytes integer not null default 0,
  files text[] not null default '{}'::text[],
  mail jsonb,
  moved_at timestamp with time zone not null,
  constraint report_deliveries_pkey PRIMARY KEY (org_id, run_id, user_id),
  constraint report_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'leaving'::text, 'sent'::text, 'failed'::text, 'doubt'::text, 'skipped'::text, 'cancelled'::text]))),
  constraint report_deliveries_org_id_run_id_fkey FOREIGN KEY (org_id, run_id) REFERENCES report_schedule_runs(org_id, id) ON DELETE CASCADE,
  constraint report_deliveries_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX report_deliveries_by_user ON public.report_deliveries USING btree (org_id, user_id);
CREATE INDEX report_deliveries_leaving ON public.report_deliveries USING btree (org_id, run_id) WHERE (state = 'leaving'::text);
alter table report_deliveries enable row level security;
create policy own_firm on report_deliveries using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table report_mail_files (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  type text not null,
  name text not null,
  bytes bytea not null,
  constraint report_mail_files_pkey PRIMARY KEY (org_id, run_id, user_id, type),
  constraint report_mail_files_type_check CHECK ((type = ANY (ARRAY['pdf'::text, 'xlsx'::text]))),
  constraint report_mail_files_org_id_run_id_user_id_fkey FOREIGN KEY (org_id, run_id, user_id) REFERENCES report_deliveries(org_id, run_id, user_id) ON DELETE CASCADE
);
alter table report_mail_files enable row level security;
create policy own_firm on report_mail_files using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table report_schedule_people (
  org_id uuid not null,
  schedule_id uuid not null,
  user_id uuid not null,
  constraint report_schedule_people_pkey PRIMARY KEY (org_id, schedule_id, user_id),
  constraint report_schedule_people_org_id_schedule_id_fkey FOREIGN KEY (org_id, schedule_id) REFERENCES report_schedules(org_id, id) ON DELETE CASCADE,
  constraint report_schedule_people_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX report_schedule_people_by_user ON public.report_schedule_people USING btree (org_id, user_id);
alter table report_schedule_people enable row level security;
create policy own_firm on report_schedule_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table report_schedule_runs (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  state text not null default 'making'::text,
  problem text not null default ''::text,
  asked_by uuid,
  start_day date,
  end_day date,
  at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint report_schedule_runs_pkey PRIMARY KEY (org_id, id),
  constraint report_schedule_runs_state_check CHECK ((state = ANY (ARRAY['making'::text, 'done'::text, 'cancelled'::text, 'not_sent'::text]))),
  constraint report_schedule_runs_org_id_asked_by_fkey FOREIGN KEY (org_id, asked_by) REFERENCES users(org_id, id),
  constraint report_schedule_runs_org_id_schedule_id_fkey FOREIGN KEY (org_id, schedule_id) REFERENCES report_schedules(org_id, id) ON DELETE CASCADE
);
CREATE INDEX report_schedule_runs_by_age ON public.report_schedule_runs USING btree (org_id, schedule_id, at DESC);
CREATE UNIQUE INDEX report_schedule_runs_making ON public.report_schedule_runs USING btree (org_id, schedule_id) WHERE (state = 'making'::text);
alter table report_schedule_runs enable row level security;
create policy own_firm on report_schedule_runs using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  subject text not null default ''::text,
  state text not null default 'on'::text,
  problem text not null default ''::text,
  next_at timestamp with time zone,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint report_schedules_pkey PRIMARY KEY (org_id, id),
  constraint report_schedules_check CHECK ((((frequency = 'weekly'::text) AND (weekday IS NOT NULL) AND (month_day IS NULL)) OR ((frequency = 'monthly'::text) AND (month_day IS NOT NULL) AND (weekday IS NULL)))),
  constraint report_schedules_entity_check CHECK ((entity = ANY (ARRAY['org'::text, 'group'::text, 'user'::text]))),
  constraint report_schedules_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'both'::text]))),
  constraint report_schedules_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'monthly'::text]))),
  constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint report_schedules_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31))),
  constraint report_schedules_state_check CHECK ((state = ANY (ARRAY['on'::text, 'paused'::text, 'stopped'::text]))),
  constraint report_schedules_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7))),
  constraint report_schedules_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint report_schedules_org_id_owner_id_fkey FOREIGN KEY (org_id, owner_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX report_schedules_by_owner ON public.report_schedules USING btree (org_id, owner_id);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree (next_at) WHERE (state = 'on'::text);
alter table report_schedules enable row level security;
create policy own_firm on report_schedules using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table scim_tokens (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  made_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  made_by_id uuid,
  constraint scim_tokens_pkey PRIMARY KEY (org_id, id),
  constraint scim_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint scim_tokens_org_id_token_hash_key UNIQUE (org_id, token_hash)
);
alter table scim_tokens enable row level security;
create policy own_firm on scim_tokens using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table score_clocks (
  org_id uuid not null,
  user_id uuid not null,
  through date,
  problem text,
  summed date,
  forgotten_at timestamp with time zone,
  constraint score_clocks_pkey PRIMARY KEY (org_id, user_id),
  constraint score_clocks_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint score_clocks_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
alter table score_clocks enable row level security;
create policy own_firm on score_clocks using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  constraint score_days_pkey PRIMARY KEY (org_id, user_id, day) INCLUDE (score, own_score),
  constraint score_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint score_days_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
alter table score_days enable row level security;
create policy own_firm on score_days using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table server_processes (
  id uuid not null,
  version text not null,
  node text not null,
  started_at timestamp with time zone not null,
  clock_ahead_ms integer not null default 0,
  seen_at timestamp with time zone not null default now(),
  constraint server_processes_pkey PRIMARY KEY (id)
);
CREATE INDEX server_processes_by_age ON public.server_processes USING btree (seen_at);
alter table server_processes enable row level security;

create table service_tokens (
  service text not null,
  sealed bytea not null,
  made_at timestamp with time zone not null,
  constraint service_tokens_pkey PRIMARY KEY (service)
);
alter table service_tokens enable row level security;

create table sessions (
  org_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  device text not null default ''::text,
  address text not null default ''::text,
  by_org_id uuid,
  by_user_id uuid,
  by_name text not null default ''::text,
  revert_hash bytea,
  ends_at timestamp with time zone,
  from_session uuid,
  provider_id uuid,
  provider_sid text,
  provider_subject text,
  is_enrolling boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (org_id, token_hash),
  constraint sessions_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_doer ON public.sessions USING btree (by_org_id, by_user_id) WHERE (by_user_id IS NOT NULL);
CREATE UNIQUE INDEX sessions_by_id ON public.sessions USING btree (org_id, id);
CREATE INDEX sessions_by_origin ON public.sessions USING btree (by_org_id, from_session) WHERE (from_session IS NOT NULL);
CREATE INDEX sessions_by_provider ON public.sessions USING btree (org_id, provider_id, provider_subject) WHERE (provider_id IS NOT NULL);
CREATE UNIQUE INDEX sessions_by_revert ON public.sessions USING btree (org_id, revert_hash) WHERE (revert_hash IS NOT NULL);
CREATE INDEX sessions_by_user ON public.sessions USING btree (org_id, user_id);
CREATE TRIGGER end_switched AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION end_switched();
CREATE TRIGGER record_session_end AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION record_session_end();
CREATE TRIGGER record_sign_in AFTER INSERT ON public.sessions FOR EACH ROW WHEN ((new.by_user_id IS NULL)) EXECUTE FUNCTION record_sign_in();
CREATE TRIGGER refuse_closed BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION refuse_closed();
alter table sessions enable row level security;
create policy own_firm on sessions using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table setup_token (
  is_only boolean not null default true,
  token_hash bytea not null,
  made_at timestamp with time zone not null default now(),
  constraint setup_token_pkey PRIMARY KEY (is_only),
  constraint setup_token_is_only_check CHECK (is_only)
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
  expires_at timestamp with time zone not null,
  is_try boolean not null default false,
  app_hash bytea,
  constraint sign_on_attempts_pkey PRIMARY KEY (org_id, state_hash),
  constraint sign_on_attempts_org_id_provider_id_fkey FOREIGN KEY (org_id, provider_id) REFERENCES sign_on_providers(org_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_on_attempts_by_age ON public.sign_on_attempts USING btree (org_id, expires_at);
CREATE INDEX sign_on_attempts_by_provider ON public.sign_on_attempts USING btree (org_id, provider_id);
alter table sign_on_attempts enable row level security;
create policy own_firm on sign_on_attempts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table sign_on_keys (
  org_id uuid not null,
  key_hash bytea not null,
  user_id uuid not null,
  provider_id uuid not null,
  browser_hash bytea not null,
  expires_at timestamp with time zone not null,
  sid text,
  subject text not null default ''::text,
  constraint sign_on_keys_pkey PRIMARY KEY (org_id, key_hash),
  constraint sign_on_keys_org_id_provider_id_fkey FOREIGN KEY (org_id, provider_id) REFERENCES sign_on_providers(org_id, id) ON DELETE CASCADE,
  constraint sign_on_keys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_on_keys_by_age ON public.sign_on_keys USING btree (org_id, expires_at);
CREATE INDEX sign_on_keys_by_provider ON public.sign_on_keys USING btree (org_id, provider_id);
CREATE INDEX sign_on_keys_by_user ON public.sign_on_keys USING btree (org_id, user_id);
alter table sign_on_keys enable row level security;
create policy own_firm on sign_on_keys using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table sign_on_logouts (
  org_id uuid not null,
  jti_hash bytea not null,
  provider_id uuid not null,
  taken_at timestamp with time zone not null default now(),
  constraint sign_on_logouts_pkey PRIMARY KEY (org_id, jti_hash),
  constraint sign_on_logouts_org_id_provider_id_fkey FOREIGN KEY (org_id, provider_id) REFERENCES sign_on_providers(org_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_on_logouts_by_age ON public.sign_on_logouts USING btree (taken_at);
CREATE INDEX sign_on_logouts_by_provider ON public.sign_on_logouts USING btree (org_id, provider_id);
alter table sign_on_logouts enable row level security;
create policy own_firm on sign_on_logouts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table sign_on_providers (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null default ''::text,
  client_secret bytea,
  domains text[] not null default '{}'::text[],
  is_on boolean not null default false,
  makes_people boolean not null default false,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  takes_absent boolean not null default true,
  takes_unverified boolean not null default false,
  tried jsonb,
  tried_id uuid,
  tried_at timestamp with time zone,
  constraint sign_on_providers_pkey PRIMARY KEY (org_id, id),
  constraint sign_on_providers_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint sign_on_providers_org_id_name_key UNIQUE (org_id, name)
);
CREATE INDEX sign_on_providers_by_id ON public.sign_on_providers USING btree (id);
alter table sign_on_providers enable row level security;
create policy own_firm on sign_on_providers using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table sign_on_subjects (
  org_id uuid not null,
  issuer text not null,
  key text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint sign_on_subjects_pkey PRIMARY KEY (org_id, issuer, key),
  constraint sign_on_subjects_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  constraint sign_on_subjects_org_id_issuer_user_id_key UNIQUE (org_id, issuer, user_id)
);
CREATE INDEX sign_on_subjects_by_user ON public.sign_on_subjects USING btree (org_id, user_id);
alter table sign_on_subjects enable row level security;
create policy own_firm on sign_on_subjects using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table step_help (
  starter text not null,
  links jsonb not null,
  changed_at timestamp with time zone not null default now(),
  constraint step_help_pkey PRIMARY KEY (starter),
  constraint step_help_links_check CHECK (((jsonb_typeof(links) = 'array'::text) AND ((jsonb_array_length(links) >= 1) AND (jsonb_array_length(links) <= 3)))),
  constraint step_help_starter_check CHECK (((starter <> ''::text) AND (char_length(starter) <= 80)))
);
alter table step_help enable row level security;
create policy told on step_help for select using (true);

create table style_templates (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  color text not null default '#15397E'::text,
  image_selected boolean not null default false,
  logo_id uuid,
  logo_width integer,
  logo_height integer,
  image_id uuid,
  image_width integer,
  image_height integer,
  revision integer not null default 0,
  modified_by uuid,
  created_at timestamp with time zone not null default now(),
  modified_at timestamp with time zone not null default now(),
  constraint style_templates_pkey PRIMARY KEY (org_id, id),
  constraint style_templates_check CHECK ((num_nulls(logo_id, logo_width, logo_height) = ANY (ARRAY[0, 3]))),
  constraint style_templates_check1 CHECK ((num_nulls(image_id, image_width, image_height) = ANY (ARRAY[0, 3]))),
  constraint style_templates_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table style_templates enable row level security;
create policy own_firm on style_templates using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table tags (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  is_for_all boolean not null default false,
  user_id uuid,
  constraint tags_pkey PRIMARY KEY (org_id, id),
  constraint tags_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 60))),
  constraint tags_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint tags_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tags_by_name ON public.tags USING btree (org_id, is_for_all, lower(name)) WHERE (user_id IS NULL);
CREATE INDEX tags_for_all ON public.tags USING btree (id) WHERE is_for_all;
CREATE UNIQUE INDEX tags_of_favourites ON public.tags USING btree (org_id, user_id) WHERE (user_id IS NOT NULL);
alter table tags enable row level security;
create policy for_all on tags for select using (is_for_all);
create policy own_firm on tags using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table target_contacts (
  org_id uuid not null,
  target_id uuid not null,
  contact_id uuid not null,
  role text not null,
  place integer not null,
  constraint target_contacts_pkey PRIMARY KEY (org_id, target_id, contact_id),
  constraint target_contacts_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE
);
CREATE INDEX targets_of_contact ON public.target_contacts USING btree (org_id, contact_id);
CREATE TRIGGER refresh_contacts_of_destroyed AFTER DELETE ON public.target_contacts FOR EACH ROW EXECUTE FUNCTION refresh_contacts_of_destroyed();
alter table target_contacts enable row level security;
create policy own_firm on target_contacts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table target_events (
  org_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  user_id uuid not null,
  person_id uuid,
  kind text not null,
  at timestamp with time zone not null,
  data jsonb not null,
  key uuid not null,
  undone boolean not null default false,
  status text not null,
  dues jsonb not null,
  by_name text not null default ''::text,
  due text generated always as ((data ->> 'due'::text)) stored,
  constraint target_events_pkey PRIMARY KEY (org_id, id)
);
CREATE INDEX target_events_by_key ON public.target_events USING btree (org_id, target_id, key);
CREATE INDEX target_events_by_target ON public.target_events USING btree (org_id, target_id, id);
CREATE INDEX target_events_of_person ON public.target_events USING btree (org_id, person_id, at) INCLUDE (id, target_id, kind, due, undone);
CREATE INDEX target_events_of_status ON public.target_events USING btree (org_id, person_id, at) INCLUDE (target_id, kind, undone) WHERE (kind = ANY (ARRAY['targetWon'::text, 'targetLost'::text, 'targetHeld'::text, 'targetTrashed'::text, 'targetPursued'::text, 'changeUndone'::text]));
CREATE CONSTRAINT TRIGGER invalidate_daily_totals_of_late AFTER INSERT ON public.target_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.at < (now() - '00:01:00'::interval))) EXECUTE FUNCTION invalidate_daily_totals_of_event();
CREATE TRIGGER invalidate_daily_totals_of_removed AFTER DELETE ON public.target_events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION invalidate_daily_totals_of_event();
CREATE CONSTRAINT TRIGGER invalidate_daily_totals_of_undone AFTER UPDATE OF undone ON public.target_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.undone IS DISTINCT FROM new.undone)) EXECUTE FUNCTION invalidate_daily_totals_of_event();
alter table target_events enable row level security;
create policy own_firm on target_events using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table target_former_companies (
  org_id uuid not null,
  target_id uuid not null,
  company_key text not null,
  constraint target_former_companies_pkey PRIMARY KEY (org_id, target_id, company_key),
  constraint target_former_companies_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE
);
CREATE INDEX target_former_companies_by_company ON public.target_former_companies USING btree (org_id, company_key);
alter table target_former_companies enable row level security;
create policy own_firm on target_former_companies using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table target_keys (
  org_id uuid not null,
  target_id uuid not null,
  owner_id uuid not null,
  company_key text not null,
  contact_key text not null,
  email_key text not null,
  is_shown boolean not null,
  constraint target_keys_pkey PRIMARY KEY (org_id, target_id)
);
alter table target_keys enable row level security;
create policy own_firm on target_keys using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table target_lookups (
  org_id uuid not null,
  key text not null,
  target_id uuid not null,
  owner_id uuid not null,
  constraint target_lookups_pkey PRIMARY KEY (org_id, key, target_id)
);
alter table target_lookups enable row level security;
create policy own_firm on target_lookups using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table target_people (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  share_id uuid,
  from_id uuid not null,
  response text not null,
  responded_at timestamp with time zone,
  seq bigint not null default 0,
  gone boolean not null default false,
  status text not null default 'active'::text,
  due date,
  doc text,
  is_private boolean not null generated always as (COALESCE((doc ~ '"private" ?: ?true'::text), false)) stored,
  constraint target_people_pkey PRIMARY KEY (org_id, user_id, target_id),
  constraint target_people_response_check CHECK ((response = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'revoked'::text]))),
  constraint target_people_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
);
CREATE UNIQUE INDEX target_people_by_share ON public.target_people USING btree (org_id, share_id) WHERE (share_id IS NOT NULL);
CREATE INDEX target_people_by_status ON public.target_people USING btree (org_id, user_id, status) INCLUDE (target_id, response, is_private, due) WHERE (NOT gone);
CREATE INDEX target_people_by_target ON public.target_people USING btree (org_id, target_id);
CREATE INDEX target_people_feed ON public.target_people USING btree (org_id, user_id, seq);
alter table target_people enable row level security;
create policy own_firm on target_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table target_stages (
  org_id uuid not null,
  target_id uuid not null,
  since timestamp with time zone not null,
  stage_id uuid not null,
  until timestamp with time zone,
  ended text,
  constraint target_stages_pkey PRIMARY KEY (org_id, target_id, since),
  constraint target_stages_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE
);
CREATE INDEX target_stages_by_stage ON public.target_stages USING btree (org_id, stage_id);
alter table target_stages enable row level security;
create policy own_firm on target_stages using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  completed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  import_id uuid,
  edits jsonb not null default '{}'::jsonb,
  contact_phone text not null default ''::text,
  company_key text,
  counts_as_created boolean not null default true,
  is_undated boolean not null default false,
  last_touch date,
  stage_id uuid,
  staged_at timestamp with time zone,
  expected_close text,
  chance smallint,
  came_from jsonb,
  constraint targets_pkey PRIMARY KEY (org_id, id),
  constraint targets_phase_check CHECK ((phase = ANY (ARRAY['pursuing'::text, 'reactivated'::text]))),
  constraint targets_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text, 'completed'::text, 'lost'::text, 'deleted'::text]))),
  constraint targets_type_check CHECK ((type = ANY (ARRAY['client'::text, 'prospect'::text, 'refsource'::text]))),
  constraint targets_value_check CHECK ((value = ANY (ARRAY['L'::text, 'M'::text, 'H'::text]))),
  constraint targets_org_id_owner_id_fkey FOREIGN KEY (org_id, owner_id) REFERENCES users(org_id, id)
);
CREATE INDEX targets_by_company ON public.targets USING btree (org_id, company_key, created_at DESC, id) WHERE (company_key <> ''::text);
CREATE INDEX targets_by_import ON public.targets USING btree (org_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX targets_from_contact ON public.targets USING btree (org_id, ((came_from ->> 'contact_id'::text))) WHERE ((came_from ->> 'contact_id'::text) IS NOT NULL);
CREATE INDEX targets_in_trash ON public.targets USING btree (deleted_at) WHERE (status = 'deleted'::text);
CREATE INDEX targets_of_owner ON public.targets USING btree (org_id, owner_id, status, created_at) INCLUDE (id, is_private, type, value, projected_revenue, revenue, completed_at, company_key, counts_as_created, modified_at);
CREATE INDEX targets_private ON public.targets USING btree (org_id, id) WHERE is_private;
CREATE STATISTICS public.targets_owner_in_firm (dependencies) ON org_id, owner_id FROM targets;
CREATE TRIGGER hide_facts_of_destroyed AFTER DELETE ON public.targets FOR EACH ROW WHEN (old.is_private) EXECUTE FUNCTION hide_facts_of_destroyed();
CREATE TRIGGER invalidate_daily_totals_of_destroyed AFTER DELETE ON public.targets FOR EACH ROW EXECUTE FUNCTION invalidate_daily_totals_of_target();
CREATE CONSTRAINT TRIGGER invalidate_daily_totals_of_handed AFTER UPDATE OF owner_id ON public.targets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.owner_id IS DISTINCT FROM new.owner_id)) EXECUTE FUNCTION invalidate_daily_totals_of_target();
CREATE CONSTRAINT TRIGGER invalidate_scores_of_private AFTER UPDATE OF is_private ON public.targets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.is_private IS DISTINCT FROM new.is_private)) EXECUTE FUNCTION invalidate_scores();
CREATE TRIGGER refresh_source_of_destroyed AFTER DELETE ON public.targets FOR EACH ROW WHEN (((old.came_from ->> 'contact_id'::text) IS NOT NULL)) EXECUTE FUNCTION refresh_source_of_destroyed();
CREATE TRIGGER touch_target_notifications_changed AFTER UPDATE OF is_private, owner_id ON public.targets FOR EACH ROW WHEN (((old.is_private IS DISTINCT FROM new.is_private) OR (old.owner_id IS DISTINCT FROM new.owner_id))) EXECUTE FUNCTION touch_target_notifications();
CREATE TRIGGER touch_target_notifications_deleted AFTER DELETE ON public.targets FOR EACH ROW EXECUTE FUNCTION touch_target_notifications();
alter table targets enable row level security;
create policy own_firm on targets using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table tasks (
  org_id uuid not null,
  target_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  description text not null,
  help text not null,
  due date not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  edit jsonb,
  constraint tasks_pkey PRIMARY KEY (org_id, target_id, id),
  constraint tasks_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE,
  constraint tasks_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
);
CREATE UNIQUE INDEX tasks_open ON public.tasks USING btree (org_id, target_id, user_id) WHERE (completed_at IS NULL);
alter table tasks enable row level security;
create policy own_firm on tasks using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table touch_contacts (
  org_id uuid not null,
  touch_id uuid not null,
  contact_id uuid not null,
  place integer not null,
  constraint touch_contacts_pkey PRIMARY KEY (org_id, touch_id, contact_id),
  constraint touch_contacts_org_id_touch_id_fkey FOREIGN KEY (org_id, touch_id) REFERENCES touches(org_id, id) ON DELETE CASCADE
);
CREATE INDEX touches_of_contact ON public.touch_contacts USING btree (org_id, contact_id);
CREATE TRIGGER refresh_contacts_of_removed_touch AFTER DELETE ON public.touch_contacts FOR EACH ROW EXECUTE FUNCTION refresh_contacts_of_removed_touch();
alter table touch_contacts enable row level security;
create policy own_firm on touch_contacts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table touch_people (
  org_id uuid not null,
  user_id uuid not null,
  touch_id uuid not null,
  seq bigint not null,
  gone boolean not null,
  constraint touch_people_pkey PRIMARY KEY (org_id, user_id, touch_id)
);
CREATE INDEX people_of_touch ON public.touch_people USING btree (org_id, touch_id);
CREATE INDEX touch_feed ON public.touch_people USING btree (org_id, user_id, seq);
alter table touch_people enable row level security;
create policy own_firm on touch_people using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table touches (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  target_id uuid,
  kind text not null,
  at timestamp with time zone not null,
  day date not null,
  direction text not null,
  minutes integer,
  subject text not null,
  body text not null,
  source text not null,
  message_id text,
  is_shown boolean not null,
  is_answered boolean not null default false,
  people uuid[] not null,
  attachments jsonb not null,
  others jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint touches_pkey PRIMARY KEY (org_id, id),
  constraint touches_org_id_target_id_fkey FOREIGN KEY (org_id, target_id) REFERENCES targets(org_id, id) ON DELETE CASCADE
);
CREATE INDEX deleted_touches ON public.touches USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX touch_of_message ON public.touches USING btree (org_id, user_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX touches_by_day ON public.touches USING btree (org_id, day, id) WHERE (deleted_at IS NULL);
CREATE INDEX touches_of_person ON public.touches USING btree (org_id, user_id, day);
CREATE INDEX touches_of_target ON public.touches USING btree (org_id, target_id, day) WHERE (target_id IS NOT NULL);
CREATE TRIGGER refresh_removed_touch AFTER DELETE ON public.touches FOR EACH ROW EXECUTE FUNCTION refresh_removed_touch();
alter table touches enable row level security;
create policy own_firm on touches using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table unfiled_counts (
  org_id uuid not null,
  user_id uuid not null,
  day date not null,
  reason text not null,
  count integer not null,
  is_told boolean not null default false,
  constraint unfiled_counts_pkey PRIMARY KEY (org_id, user_id, day, reason)
);
alter table unfiled_counts enable row level security;
create policy own_firm on unfiled_counts using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table unsubscribe_keys (
  org_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  kind text not null,
  constraint unsubscribe_keys_pkey PRIMARY KEY (org_id, token_hash),
  constraint unsubscribe_keys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX unsubscribe_keys_of_person ON public.unsubscribe_keys USING btree (org_id, user_id);
alter table unsubscribe_keys enable row level security;
create policy own_firm on unsubscribe_keys using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table unsubscribe_links (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null,
  token text not null,
  token_hash bytea not null,
  constraint unsubscribe_links_pkey PRIMARY KEY (org_id, user_id, kind),
  constraint unsubscribe_links_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX unsubscribe_links_by_token ON public.unsubscribe_links USING btree (org_id, token_hash);
alter table unsubscribe_links enable row level security;
create policy own_firm on unsubscribe_links using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table upkeep (
  org_id uuid not null,
  id bigint not null generated always as identity,
  target_id uuid,
  user_id uuid,
  companies jsonb,
  problem text,
  constraint upkeep_pkey PRIMARY KEY (org_id, id)
);
CREATE INDEX upkeep_waiting ON public.upkeep USING btree (org_id, id) WHERE (problem IS NULL);
alter table upkeep enable row level security;
create policy own_firm on upkeep using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

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
  touched_at timestamp with time zone not null default now(),
  constraint uploads_pkey PRIMARY KEY (org_id, id),
  constraint uploads_bytes_check CHECK ((bytes > 0)),
  constraint uploads_check CHECK (((received >= 0) AND (received <= bytes))),
  constraint uploads_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
);
CREATE INDEX uploads_by_touch ON public.uploads USING btree (touched_at);
CREATE INDEX uploads_of_person ON public.uploads USING btree (org_id, user_id);
alter table uploads enable row level security;
create policy own_firm on uploads using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table users (
  org_id uuid not null,
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text not null default ''::text,
  role text not null,
  password_hash text,
  settings jsonb not null default '{}'::jsonb,
  ytd_before numeric(14,2) not null default 0,
  ytd_before_year integer,
  deactivated_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  calendar_secret bytea,
  calendar_hash bytea,
  invited_at timestamp with time zone,
  signed_in_at timestamp with time zone,
  scim_user_name text,
  scim_external_id text,
  is_scim_gone boolean not null default false,
  modified_at timestamp with time zone not null default now(),
  erased_at timestamp with time zone,
  calendar_sealed bytea,
  is_calendar_unmade boolean not null default true,
  constraint users_pkey PRIMARY KEY (org_id, id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text, 'operator'::text]))),
  constraint users_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
CREATE UNIQUE INDEX users_by_calendar ON public.users USING btree (org_id, calendar_hash) WHERE (calendar_hash IS NOT NULL);
CREATE INDEX users_by_email ON public.users USING btree (org_id, lower(email));
CREATE INDEX users_by_name ON public.users USING btree (org_id, last_name, first_name, id);
CREATE INDEX users_by_scim_id ON public.users USING btree (org_id, scim_external_id) WHERE (scim_external_id IS NOT NULL);
CREATE UNIQUE INDEX users_by_scim_name ON public.users USING btree (org_id, lower(scim_user_name)) WHERE ((scim_user_name IS NOT NULL) AND (NOT is_scim_gone));
CREATE TRIGGER end_deactivated AFTER UPDATE OF deactivated_at ON public.users FOR EACH ROW WHEN ((new.deactivated_at IS NOT NULL)) EXECUTE FUNCTION end_deactivated();
CREATE TRIGGER hash_calendar_secret BEFORE UPDATE OF calendar_secret ON public.users FOR EACH ROW EXECUTE FUNCTION hash_calendar_secret();
CREATE TRIGGER null_references BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION null_references();
CREATE TRIGGER record_deactivation AFTER UPDATE OF deactivated_at ON public.users FOR EACH ROW WHEN ((new.deactivated_at IS NOT NULL)) EXECUTE FUNCTION record_deactivation();
CREATE TRIGGER record_modified BEFORE UPDATE OF email, first_name, last_name, deactivated_at, scim_user_name, scim_external_id ON public.users FOR EACH ROW EXECUTE FUNCTION record_modified();
CREATE TRIGGER record_person_change AFTER UPDATE OF first_name, last_name, deactivated_at ON public.users FOR EACH ROW WHEN (((new.first_name <> old.first_name) OR (new.last_name <> old.last_name) OR ((new.deactivated_at IS NULL) <> (old.deactivated_at IS NULL)))) EXECUTE FUNCTION record_person_change();
CREATE TRIGGER record_shared_change AFTER UPDATE OF settings, role ON public.users FOR EACH ROW WHEN (((new.settings <> old.settings) OR (new.role <> old.role))) EXECUTE FUNCTION record_shared_change();
alter table users enable row level security;
create policy own_firm on users using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table video_keys (
  org_id uuid not null,
  token_hash bytea not null,
  made_by uuid,
  made_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint video_keys_pkey PRIMARY KEY (org_id),
  constraint video_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table video_keys enable row level security;
create policy own_firm on video_keys using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table videos (
  org_id uuid not null,
  file_id uuid not null,
  public_id text not null,
  is_of_firm boolean not null,
  is_for_all boolean not null default false,
  name text not null,
  description text not null default ''::text,
  seconds double precision not null,
  width integer not null,
  height integer not null,
  video_codec text not null,
  audio_codec text,
  trouble text,
  poster_id uuid,
  captions text,
  made_by uuid,
  made_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint videos_pkey PRIMARY KEY (org_id, file_id),
  constraint videos_seconds_check CHECK ((seconds > (0)::double precision)),
  constraint videos_org_id_file_id_fkey FOREIGN KEY (org_id, file_id) REFERENCES files(org_id, id),
  constraint videos_org_id_poster_id_fkey FOREIGN KEY (org_id, poster_id) REFERENCES files(org_id, id),
  constraint videos_org_id_public_id_key UNIQUE (org_id, public_id)
);
CREATE INDEX videos_by_poster ON public.videos USING btree (org_id, poster_id) WHERE (poster_id IS NOT NULL);
CREATE INDEX videos_for_all ON public.videos USING btree (file_id) WHERE is_for_all;
CREATE TRIGGER sync_lesson_with_video AFTER DELETE OR UPDATE ON public.videos FOR EACH ROW EXECUTE FUNCTION sync_lesson_with_video();
alter table videos enable row level security;
create policy for_all on videos for select using (is_for_all);
create policy own_firm on videos using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  type text not null,
  body text not null,
  state text not null default 'waiting'::text,
  tries integer not null default 0,
  next_at timestamp with time zone not null default now(),
  status integer,
  milliseconds integer,
  answer text not null default ''::text,
  problem text not null default ''::text,
  queued_at timestamp with time zone not null default now(),
  moved_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_pkey PRIMARY KEY (org_id, id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_org_id_webhook_id_fkey FOREIGN KEY (org_id, webhook_id) REFERENCES webhooks(org_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (moved_at) WHERE (state = ANY (ARRAY['delivered'::text, 'failed'::text]));
CREATE INDEX webhook_deliveries_latest ON public.webhook_deliveries USING btree (org_id, webhook_id, queued_at DESC, id);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (org_id, webhook_id, next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
alter table webhook_deliveries enable row level security;
create policy own_firm on webhook_deliveries using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table webhooks (
  org_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  old_sealed bytea,
  old_until timestamp with time zone,
  off_why text,
  off_at timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  rests_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  made_by text not null,
  made_at timestamp with time zone not null default now(),
  made_by_id uuid,
  constraint webhooks_pkey PRIMARY KEY (org_id, id),
  constraint webhooks_off_why_check CHECK ((off_why = ANY (ARRAY['hand'::text, 'gone'::text, 'failing'::text, 'behind'::text]))),
  constraint webhooks_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id)
);
alter table webhooks enable row level security;
create policy own_firm on webhooks using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table wipes (
  org_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  device text not null,
  address text not null,
  asked_at timestamp with time zone not null default now(),
  wiped_at timestamp with time zone,
  constraint wipes_pkey PRIMARY KEY (org_id, token_hash),
  constraint wipes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);
CREATE INDEX wipes_by_user ON public.wipes USING btree (org_id, user_id, asked_at DESC);
alter table wipes enable row level security;
create policy own_firm on wipes using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table worksheet_answers (
  org_id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  returned_at timestamp with time zone,
  seq bigint not null,
  constraint worksheet_answers_pkey PRIMARY KEY (org_id, user_id, worksheet_id),
  constraint worksheet_answers_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id),
  constraint worksheet_answers_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id),
  constraint worksheet_answers_worksheet_id_fkey FOREIGN KEY (worksheet_id) REFERENCES worksheets(id)
);
CREATE INDEX worksheet_answers_by_worksheet ON public.worksheet_answers USING btree (worksheet_id);
alter table worksheet_answers enable row level security;
create policy own_firm on worksheet_answers using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table worksheet_cells (
  org_id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null,
  value text not null,
  at timestamp with time zone not null,
  constraint worksheet_cells_pkey PRIMARY KEY (org_id, user_id, worksheet_id, version, name),
  constraint worksheet_cells_name_check CHECK ((char_length(name) <= 20)),
  constraint worksheet_cells_value_check CHECK ((char_length(value) <= 5000)),
  constraint worksheet_cells_org_id_user_id_worksheet_id_fkey FOREIGN KEY (org_id, user_id, worksheet_id) REFERENCES worksheet_answers(org_id, user_id, worksheet_id),
  constraint worksheet_cells_worksheet_id_version_fkey FOREIGN KEY (worksheet_id, version) REFERENCES worksheet_versions(worksheet_id, version)
);
CREATE INDEX worksheet_cells_by_version ON public.worksheet_cells USING btree (worksheet_id, version);
alter table worksheet_cells enable row level security;
create policy own_firm on worksheet_cells using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table worksheet_comments (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null default ''::text,
  text text not null,
  is_return boolean not null default false,
  by_id uuid not null,
  at timestamp with time zone not null,
  constraint worksheet_comments_pkey PRIMARY KEY (org_id, id),
  constraint worksheet_comments_text_check CHECK ((char_length(text) <= 2000)),
  constraint worksheet_comments_org_id_by_id_fkey FOREIGN KEY (org_id, by_id) REFERENCES users(org_id, id),
  constraint worksheet_comments_org_id_user_id_worksheet_id_fkey FOREIGN KEY (org_id, user_id, worksheet_id) REFERENCES worksheet_answers(org_id, user_id, worksheet_id)
);
CREATE INDEX worksheet_comments_by_maker ON public.worksheet_comments USING btree (org_id, by_id);
CREATE INDEX worksheet_comments_by_sheet ON public.worksheet_comments USING btree (org_id, user_id, worksheet_id, id);
alter table worksheet_comments enable row level security;
create policy own_firm on worksheet_comments using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table worksheet_versions (
  worksheet_id uuid not null,
  version integer not null,
  instructions text not null default ''::text,
  questions jsonb not null,
  parameters jsonb not null,
  made_at timestamp with time zone not null default now(),
  constraint worksheet_versions_pkey PRIMARY KEY (worksheet_id, version),
  constraint worksheet_versions_instructions_check CHECK ((char_length(instructions) <= 2000)),
  constraint worksheet_versions_version_check CHECK ((version > 0)),
  constraint worksheet_versions_worksheet_id_fkey FOREIGN KEY (worksheet_id) REFERENCES worksheets(id)
);
alter table worksheet_versions enable row level security;
create policy told on worksheet_versions for select using ((EXISTS ( SELECT
   FROM worksheets w
  WHERE (w.id = worksheet_versions.worksheet_id))));

create table worksheet_writings (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null,
  value text not null,
  at timestamp with time zone not null,
  device text not null default ''::text,
  constraint worksheet_writings_pkey PRIMARY KEY (org_id, id),
  constraint worksheet_writings_org_id_user_id_worksheet_id_fkey FOREIGN KEY (org_id, user_id, worksheet_id) REFERENCES worksheet_answers(org_id, user_id, worksheet_id)
);
CREATE INDEX worksheet_writings_by_sheet ON public.worksheet_writings USING btree (org_id, user_id, worksheet_id, id);
alter table worksheet_writings enable row level security;
create policy own_firm on worksheet_writings using ((org_id = (NULLIF(current_setting('app.org_id'::text, true), ''::text))::uuid));

create table worksheets (
  id uuid not null,
  lesson_id uuid not null,
  version integer not null,
  seq bigint not null,
  taken_off_at timestamp with time zone,
  constraint worksheets_pkey PRIMARY KEY (id),
  constraint worksheets_version_check CHECK ((version > 0)),
  constraint worksheets_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint worksheets_lesson_id_key UNIQUE (lesson_id)
);
CREATE INDEX worksheets_feed ON public.worksheets USING btree (seq);
CREATE TRIGGER assign_worksheet_seq BEFORE INSERT OR UPDATE ON public.worksheets FOR EACH ROW EXECUTE FUNCTION assign_worksheet_seq();
alter table worksheets enable row level security;
create policy told on worksheets for select using ((EXISTS ( SELECT
   FROM lessons l
  WHERE (l.id = worksheets.lesson_id))));

create view shared_content_sections with (security_invoker=true) as
 SELECT org_id,
    id,
    name,
    "position",
    is_for_all
   FROM content_sections;

create view shared_content_tags with (security_invoker=true) as
 SELECT org_id,
    content_id,
    tag_id,
    is_for_all
   FROM content_tags;

create view shared_contents with (security_invoker=true) as
 SELECT org_id,
    id,
    section_id,
    name,
    description,
    content_type,
    kind,
    file_id,
    thumbnail_id,
    is_thumbnail_made,
    blog_url,
    seconds,
    pages,
    event_at,
    allow_external,
    everyone,
    is_for_all,
    expires,
    review_on,
    review_owner,
    made_by,
    made_at,
    changed_at,
    revision
   FROM contents;

create view shared_files with (security_invoker=true) as
 SELECT org_id,
    id,
    kind,
    name,
    type,
    bytes,
    sha256,
    made_by,
    created_at,
    missing_at,
    stored_id,
    version,
    is_for_all
   FROM files;

create view shared_hosted_videos with (security_invoker=true) as
 SELECT org_id,
    file_id,
    version,
    is_for_all,
    hosted_id,
    urls,
    is_ready,
    begun_at,
    seen_at,
    described_at
   FROM hosted_videos;

create view shared_lesson_categories with (security_invoker=true) as
 SELECT id,
    name,
    description,
    "position",
    state,
    revision
   FROM lesson_categories;

create view shared_lessons with (security_invoker=true) as
 SELECT id,
    category_id,
    number,
    title,
    description,
    homework,
    handle,
    host_id,
    video_id,
    seconds,
    transcript,
    captions,
    worksheet_id,
    state,
    "position",
    revision,
    changed_at,
    published_at,
    archived_at,
    seq
   FROM lessons;

create view shared_tags with (security_invoker=true) as
 SELECT org_id,
    id,
    name,
    is_for_all,
    user_id
   FROM tags;

create view shared_videos with (security_invoker=true) as
 SELECT org_id,
    file_id,
    public_id,
    is_of_firm,
    is_for_all,
    name,
    description,
    seconds,
    width,
    height,
    video_codec,
    audio_codec,
    trouble,
    poster_id,
    captions,
    made_by,
    made_at,
    changed_at
   FROM videos;

create view shared_worksheet_versions with (security_invoker=true) as
 SELECT worksheet_id,
    version,
    instructions,
    questions,
    parameters,
    made_at
   FROM worksheet_versions;

create view shared_worksheets with (security_invoker=true) as
 SELECT id,
    lesson_id,
    version,
    seq,
    taken_off_at
   FROM worksheets;
