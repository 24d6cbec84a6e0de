// What each word of the audit log means, as a sentence. A word that is not here is shown as it is.

type Told = { action: string; subject: string; details: Record<string, unknown> }

const words: Record<string, string> = {
  'audit.exported': 'Exported the audit log',
  'audit.read': 'Read the audit log',
  'authenticator.added': 'Added an authenticator app for {}',
  'authenticator.removed': 'Removed the authenticator app of {}',
  'asset.added': 'Uploaded the asset {}',
  'asset.brought_back': 'Brought the asset {} back from the trash',
  'asset.changed': 'Changed the asset {}',
  'asset.deleted': 'Deleted the asset {} for everyone',
  'asset.restored': 'Restored an earlier version of the asset {}',
  'category.added': 'Made the category of lessons {}',
  'category.archived': 'Archived the category of lessons {}',
  'category.changed': 'Changed the category of lessons {}',
  'category.moved': 'Moved the category of lessons {}',
  'category.published': 'Published the category of lessons {}',
  'category.removed': 'Deleted the category of lessons {}',
  'content.added': 'Added {} to the Library',
  'content.changed': 'Changed {} in the Library',
  'content.deleted': 'Deleted {} from the Library',
  'data.downloaded': 'Downloaded all of their own data',
  'digest_mails.changed': 'Changed how digests are mailed',
  'digest_mails.lifted': 'Let digests go to {} again',
  'digest.cancelled': 'Called the digest {} off',
  'digest.changed': 'Changed the digest {}',
  'digest.drafted': 'Kept the digest {} as a draft',
  'digest.duplicated': 'Duplicated the digest {}',
  'digest.paused': 'Paused the digest {}',
  'digest.removed': 'Deleted the digest {}',
  'digest.resumed': 'Resumed the digest {}',
  'digest.retried': 'Sent what had failed of the digest {} again',
  'digest.scheduled': 'Scheduled the digest {}',
  'digest.sent_now': 'Sent the digest {}',
  'digest.tested': 'Sent a test of the digest {} to themselves',
  'distribution_list.added': 'Made the distribution list {}',
  'distribution_list.changed': 'Changed the distribution list {}',
  'distribution_list.removed': 'Deleted the distribution list {}',
  'style_template.added': 'Made the digest template {}',
  'style_template.changed': 'Changed the digest template {}',
  'style_template.removed': 'Deleted the digest template {}',
  'domain.added': 'Added the domain {}',
  'domain.proved': 'Proved that the domain {} is theirs',
  'domain.removed': 'Removed the domain {}',
  'firm_content.added': 'Added {} to Firm Content',
  'firm_content.changed': 'Changed {} in Firm Content',
  'firm_content.removed': 'Deleted {} from Firm Content',
  'firm.changed': 'Changed the profile of the firm',
  'firm.created': 'Made the firm {}',
  'firm.deleted': 'Deleted all of the firm {}',
  'firm.deletion_asked': 'Asked for the deletion of the firm {}',
  'firm.export_asked': 'Asked for an export of the firm {}',
  'firm.export_fetched': 'Fetched the export of the firm {}',
  'firm.export_stopped': 'Stopped the export of the firm {}',
  'firm.exported': 'Exported all of the firm {}',
  'firm.kept': 'Called off the deletion of the firm {}',
  'firm.lists_changed': 'Changed lost reasons, objectives or step starters',
  'firm.lists_reset': "Went back to the product's own lists",
  'firm.logo_changed': 'Changed the logo',
  'firm.logo_removed': 'Removed the logo',
  'firm.retention_changed': 'Changed how long records are kept',
  'firm.resumed': 'Opened the firm {} again',
  'firm.suspended': 'Suspended the firm {}',
  'firm.subscriptions_changed': 'Changed what {} has subscribed to',
  'group.archived': 'Archived the group {}',
  'group.created': 'Made the group {}',
  'group.managers_changed': 'Changed the managers of the group {}',
  'group.members_changed': 'Changed the members of the group {}',
  'group.removed': 'Removed the group {}',
  'group.renamed': 'Renamed the group {}',
  'group.restored': 'Brought the group {} back',
  'import.cancelled': 'Canceled the import of {}',
  'import.forgotten': 'Deleted the saved mapping of {}',
  'import.started': 'Started the import of {}',
  'import.undone': 'Undid the import of {}',
  'instance.added': 'Listed the instance {}',
  'instance.changed': 'Changed the instance {}',
  'instance.removed': 'Took the instance {} from the list',
  'job.retried': 'Retried what failed in {}',
  'job.run': 'Ran the job {} right away',
  'job.stopped': 'Stopped the work {}',
  'lesson.added': 'Made the lesson {}',
  'lesson.archived': 'Archived the lesson {}',
  'lesson.captioned': 'Changed the captions of the lesson {}',
  'lesson.changed': 'Changed the lesson {}',
  'lesson.moved': 'Moved the lesson {}',
  'lesson.poster_changed': 'Changed the poster of the lesson {}',
  'lesson.published': 'Published the lesson {}',
  'lesson.removed': 'Deleted the lesson {}',
  'insight.rewritten': 'Changed the insight {}',
  'insight.taken_back': 'Took back the insight {}',
  'insight.written': 'Wrote the insight {} for everybody',
  'lesson.video_changed': 'Changed the video of the lesson {}',
  'outgoing.retried': 'Sent a message to {} again',
  'passkey.added': 'Added a passkey for {}',
  'passkey.removed': 'Removed a passkey of {}',
  'password.changed': 'Changed the password of {}',
  'password.reset': 'Chose a new password for {} by a mailed link',
  'password.reset_asked': 'Asked for a mailed link to choose a new password for {}',
  'people.exported': 'Exported the list of people',
  'person.added': 'Added {} at their first single sign-on',
  'person.changed': 'Changed the profile or the settings of {}',
  'person.deactivated': 'Deactivated {}',
  'person.email_changed': 'Changed the sign-in address of {}',
  'person.erased': 'Erased a person who had left',
  'person.invited': 'Invited {}',
  'person.made': 'Made an account for {}',
  'person.reactivated': 'Let {} in again',
  'person.reset_sent': 'Mailed {} a link to choose a new password',
  'person.role_changed': 'Changed the role of {}',
  'person.sessions_ended': 'Signed {} out on all devices',
  'person.sign_on_forgotten': 'Unlinked {} from the sign-on provider',
  'person.targets_handed_over': 'Handed over the targets of {}',
  'person.two_factor_reset': 'Reset the two-factor sign-in of {}',
  'phone.changed': 'Changed the phone number of {}',
  'phone.removed': 'Removed the phone number of {}',
  'policy.changed': 'Changed the policies of {}',
  'policy.operator_leave_ended': "Ended the operator's access",
  'policy.operator_let_in': 'Gave the operator access for a while',
  'person.provisioned': 'Made an account for {}, from the directory',
  'provider.added': 'Added the sign-on provider {}',
  'provider.changed': 'Changed the sign-on provider {}',
  'provider.removed': 'Removed the sign-on provider {}',
  'provider.turnedOff': 'Turned off the sign-on provider {}',
  'provider.turnedOn': 'Turned on the sign-on provider {}',
  'recovery_code.used': 'Signed in with a recovery code',
  'recovery_codes.renewed': 'Made new recovery codes for {}',
  'scim.key_ended': 'Ended the key {} of the directory',
  'scim.key_made': 'Made the key {} for the directory',
  'scim.leaving_changed': 'Changed who gets the targets of people whom the directory deactivates',
  'section.added': 'Added the section {}',
  'section.changed': 'Renamed the section {}',
  'section.deleted': 'Deleted the section {}',
  'server.set_up': 'Set up the server',
  'session.ended': 'Ended a session',
  'session.wiped': 'Ended a session and asked for its device to be wiped',
  'session.ended_by_provider': 'Ended sessions, told by {}',
  'session.opened': 'Signed in',
  'session.refused': 'Was refused at sign-in',
  'signOn.refused': 'Was refused at single sign-on',
  'step_help.changed': 'Changed what helps with steps that begin with {}',
  'subscription.cancelAsked': 'Asked to cancel the subscription',
  'switch.acted': 'Did while switched: {}',
  'switch.began': 'Began to work as {}',
  'switch.ended': 'Stopped working as {}',
  'video.described_by_key': "Changed the words of {}, by the key for the firm's videos",
  'video.key_ended': "Ended the key for the firm's videos",
  'video.key_made': "Made a key for the firm's videos",
  'video.removed_by_key': "Removed {}, by the key for the firm's videos",
  'tag.added': 'Added the tag {}',
  'tag.deleted': 'Deleted the tag {}',
  'tag.merged': 'Merged another tag into {}',
  'tag.renamed': 'Renamed the tag {}',
  'worksheet.changed': 'Changed the worksheet of the lesson {}',
  'worksheet.put_back': 'Put the worksheet of the lesson {} back',
  'worksheet.taken_off': 'Took the worksheet off the lesson {}',
}

/** The sentence's beginning is who did it; it stands beside it. */
export function sentenceOf({ action, subject }: Pick<Told, 'action' | 'subject'>): string {
  const sentence = words[action]
  if (!sentence) return subject ? `${action}: ${subject}` : action
  if (!sentence.includes('{}')) return sentence
  return sentence.replace('{}', () => subject || 'somebody')
}

/** Actions whose sentence holds this word: what people search for is what they read. */
export const actionsSaying = (word: string): string[] =>
  Object.entries(words)
    .filter(([, sentence]) => sentence.toLowerCase().includes(word.toLowerCase()))
    .map(([action]) => action)

const kinds: Record<string, string> = {
  asset: 'Assets',
  audit: 'Audit log',
  authenticator: 'Authenticator apps',
  category: 'Categories of lessons',
  content: 'Content of the Library',
  data: 'Downloads of data',
  digest: 'Digests',
  digest_mails: 'Mails of digests',
  distribution_list: 'Distribution lists',
  domain: 'Domains',
  firm: 'Firm',
  firm_content: 'Firm Content',
  group: 'Groups',
  import: 'Imports',
  insight: 'Insights',
  instance: 'Instances',
  job: 'Jobs',
  lesson: 'Lessons',
  outgoing: 'Outgoing messages',
  passkey: 'Passkeys',
  password: 'Passwords',
  people: 'Lists of people',
  person: 'People',
  phone: 'Phone numbers',
  policy: 'Policies',
  provider: 'Sign-on providers',
  recovery_code: 'Recovery codes',
  recovery_codes: 'Recovery codes',
  scim: 'Directory',
  section: 'Sections of the Library',
  server: 'Server',
  session: 'Sessions',
  signOn: 'Single sign-on',
  step_help: 'Help with steps',
  style_template: 'Digest templates',
  subscription: 'Subscription',
  switch: 'Working as others',
  tag: 'Tags',
  video: 'Videos',
  worksheet: 'Worksheets',
}
export const kindWord = (kind: string): string => kinds[kind] ?? kind

/** One line for each detail: its name in plain words, and its value. */
export const linesOf = (details: Record<string, unknown>): { name: string; value: string }[] =>
  Object.entries(details).map(([name, value]) => ({ name: plain(name), value: valueOfDetail(value) }))

const plain = (name: string): string => {
  const spaced = name
    .replace(/[_.]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function valueOfDetail(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueOfDetail).join(', ')
  if (typeof value !== 'object') return String(value)
  const { from, to, ...rest } = value as Record<string, unknown>
  if (from !== undefined && to !== undefined && Object.keys(rest).length === 0)
    return `${valueOfDetail(from)} → ${valueOfDetail(to)}`
  return Object.entries(value)
    .map(([name, part]) => `${plain(name)}: ${valueOfDetail(part)}`)
    .join('; ')
}
