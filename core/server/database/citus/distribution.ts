// Distribution of the tables on a Citus cluster. `npm run distribute` follows this list, and a test checks it against
// `database/schema.sql`. See `docs/distributed.md`.

/** Distributed by firm, so all of a firm's rows stay on one node. */
export const distributed: readonly { why: string; tables: readonly string[] }[] = [
  {
    why: 'The firm itself, its people and groups.',
    tables: ['orgs', 'users', 'groups', 'group_members', 'group_managers', 'firm_domains', 'audit_log'],
  },
  {
    why: 'Ways in: asked of the firm that the address or the token names.',
    tables: [
      'sessions',
      'known_devices',
      'wipes',
      'authenticators',
      'code_sends',
      'passkeys',
      'passkey_plans',
      'password_keys',
      'phone_plans',
      'recovery_codes',
      'login_challenges',
      'scim_tokens',
      'sign_on_attempts',
      'sign_on_keys',
      'sign_on_logouts',
      'sign_on_providers',
      'sign_on_subjects',
    ],
  },
  {
    why: 'Targets and what is done on them: a change writes several of these in one transaction.',
    tables: [
      'targets',
      'target_people',
      'target_events',
      'target_former_companies',
      'target_keys',
      'target_lookups',
      'tasks',
      'notes',
      'reminders',
      'overlap_answers',
      'companies',
      'company_near',
      'company_spellings',
      'company_starts',
      'private_remains',
      'pipeline_looks',
      'copies_due',
      'upkeep',
      'feed_sequences',
      'hand_overs',
      'imports',
      'import_made',
      'import_rows',
      'kept_mappings',
      'once_only',
    ],
  },
  {
    why: 'Contacts: a change of a Target writes them in its transaction.',
    tables: [
      'contacts',
      'contact_emails',
      'contact_events',
      'contact_merges',
      'contact_people',
      'contact_words',
      'target_contacts',
    ],
  },
  {
    why: 'Filed emails: written for the person that the filing address names.',
    tables: ['filed_messages', 'filing_people', 'filing_senders', 'unfiled_counts'],
  },
  {
    why: "Figures: summed from the same firm's rows.",
    tables: [
      'score_clocks',
      'score_days',
      'alert_days',
      'report_deliveries',
      'report_mail_files',
      'report_schedule_people',
      'report_schedule_runs',
      'report_schedules',
    ],
  },
  {
    why: 'The inbox and its deliveries.',
    tables: [
      'notifications',
      'notifications_gone',
      'notification_deliveries',
      'push_registrations',
      'unsubscribe_keys',
      'unsubscribe_links',
    ],
  },
  {
    why: 'Files and their contents.',
    tables: [
      'files',
      'file_versions',
      'uploads',
      'videos',
      'hosted_videos',
      'video_keys',
      'link_previews',
      'firm_exports',
      'firm_arrivals',
      'asset_groups',
      'asset_marks',
      'asset_pages',
      'asset_people',
      'asset_readers',
      'asset_versions',
      'assets',
    ],
  },
  {
    why: 'API tokens and webhooks of the firm.',
    tables: ['api_tokens', 'webhooks', 'webhook_deliveries'],
  },
  {
    why: "Contents and digests. Those of the vendor are in the vendor's shard, and read from there.",
    tables: [
      'content_groups',
      'content_marks',
      'content_pages',
      'content_people',
      'content_sections',
      'content_tags',
      'contents',
      'tags',
      'style_templates',
      'distribution_list_groups',
      'distribution_list_people',
      'distribution_lists',
      'digest_batch_marks',
      'digest_batches',
      'digest_bounces',
      'digest_items',
      'digest_left_out',
      'digest_lists',
      'digest_mail_settings',
      'digest_mails',
      'digest_people',
      'digest_recipients',
      'digest_runs',
      'digest_visits',
      'digests',
    ],
  },
  {
    why: 'Lessons, worksheets, answers, and insights, including the firm’s own.',
    tables: [
      'firm_lessons',
      'firm_step_help',
      'lesson_assignments',
      'lesson_group_assignments',
      'lesson_progress',
      'worksheet_answers',
      'worksheet_cells',
      'worksheet_comments',
      'worksheet_writings',
      'firm_insights',
      'insight_cards',
      'insight_firms',
      'insight_people',
    ],
  },
]

/** Copied to every node: read everywhere, written rarely and more slowly. */
export const reference: Readonly<Record<string, string>> = {
  bd_insights: "The vendor's daily cards: read beside a firm's own, written by operators.",
  step_help: "The vendor's help for steps: the same.",
  lesson_clock: "The clock of the vendor's lessons: the same.",
}

/** Tables on the coordinator only. */
export const local: Readonly<Record<string, string>> = {
  installation: 'The check value of the installation key.',
  server_processes: 'Running processes. They serve all firms.',
  setup_token: 'The first start, before there is a firm.',
  instances: 'The list of installations.',
  instance_domains: 'The installation of each domain.',
  service_tokens: 'Encrypted tokens for services of the whole installation.',
  push_keys: 'The key pair that identifies the installation to push services.',
  passkey_challenges: 'Created before the person is known.',
  rate_limits: 'Counted by IP address, before the person is known.',
  login_directory: 'The firm of each email address. Read before the firm is known.',
  domain_directory: 'The firm of each domain. Read before the firm is known.',
  filing_directory: 'The person of each filing address and sender address. Read before the firm is known.',
  deleted_firms: 'The records that remain of a deleted firm.',
  outgoing: 'A trigger puts the job beside the row, and the jobs are on the coordinator.',
  lesson_categories:
    'The curriculum: few rows, numbered by triggers, which a reference table would run once on each node.',
  lessons: 'The same.',
  worksheets: 'The same.',
  worksheet_versions: 'The same.',
}

/**
 * Foreign keys between a node and the coordinator, which a cluster can't enforce. The application must not violate
 * them.
 */
export const unheld: Readonly<Record<string, string>> = {
  outgoing_org_id_fkey: 'A firm is deleted with all of its tables, this one first.',
  worksheet_answers_worksheet_id_fkey: 'A worksheet is taken off, and never deleted.',
  worksheet_cells_worksheet_id_version_fkey: 'The same.',
}

export const firmColumn = (table: string): string => (table === 'orgs' ? 'id' : 'org_id')
