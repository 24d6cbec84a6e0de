// The API of digests: their schema, input, and recipients. No rules.
import { z } from 'zod'
import { id, messages, stamp, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { isWebAddress, withScheme } from '../webAddress.ts'
import { atMost, dateInput, digestMessages, ids, limits, line } from './fields.ts'
import { statuses } from './state.ts'

/** An external link, stored with the digest as it was previewed or typed. */
export const ExternalContent = z.strictObject({
  /** Result of `POST link/preview`. Its image goes with the digest. */
  preview_id: id.nullable().default(null),
  url: line(2000)
    .overwrite(withScheme)
    .refine((url) => url !== '', digestMessages.link)
    .refine((url) => url === '' || isWebAddress(url), digestMessages.link),
  title: line(200).refine((title) => title !== '', messages.required),
  description: text(limits.description).default(''),
  thumbnail: line(2000)
    .refine(
      (url) => url === '' || /^\/api\/files\/[\w/?=&.-]+$/.test(url) || isWebAddress(url),
      'This isn’t an image URL.',
    )
    .default(''),
  /** mm:ss, as providers format it. */
  duration: line(12).default(''),
  provider: line(60).default(''),
})
export type ExternalContent = z.infer<typeof ExternalContent>

export const DigestItem = z.object({
  /** Id of the Library item; null for a link. */
  content_id: id.nullable(),
  title: z.string(),
  description: z.string(),
  kind: z.string(),
  url: z.string(),
  thumbnail_url: z.string(),
  duration: z.string(),
  /** People can open it without signing in. */
  allow_external: z.boolean(),
  /** Added by auto-populate. */
  is_auto: z.boolean(),
  /** Deleted from the Library or expired, so it is left out. */
  is_gone: z.boolean(),
  external: ExternalContent.nullable(),
})
export type DigestItem = z.infer<typeof DigestItem>

export const DigestRun = z.object({
  id,
  at: stamp,
  state: z.enum(['sending', 'done', 'nothing_new', 'not_sent']),
  /** 'Nothing new, not sent', or the reason why it wasn't sent or is delayed. */
  message: z.string(),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  in_doubt: z.int(),
  /** Always 0, because emails contain no open tracking. */
  opened: z.int(),
  clicked: z.int(),
  skipped: z.int(),
})
export type DigestRun = z.infer<typeof DigestRun>

/** A digest with more people selected by name, or left out, has only their number. `digest.people` returns them. */
export const MOST_PEOPLE_SENT = 10

const NamedPerson = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  is_deactivated: z.boolean(),
})

/** A person who is selected by name, left out, or both. */
export const DigestPerson = NamedPerson.extend({ is_recipient: z.boolean(), is_left_out: z.boolean() })
export type DigestPerson = z.infer<typeof DigestPerson>

const Author = z.object({ id, first_name: z.string(), last_name: z.string(), is_here: z.boolean() })

export const Digest = z.object({
  id,
  title: z.string(),
  curated_by: z.string(),
  description: z.string(),
  /** Subject of the email; '' for the title. */
  subject: z.string(),
  /** Preview text in email clients; '' for the description. */
  preheader: z.string(),
  /** Whether the email starts with the reader's first name. */
  greets: z.boolean(),
  /** Time of the first run in the firm's time zone; null in a draft without one. */
  date: stamp.nullable(),
  template_id: id.nullable(),
  contents: z.array(DigestItem),
  /** People selected by name; null if there are more than ten. */
  recipients: z.array(NamedPerson).nullable(),
  recipient_count: z.int(),
  list_ids: z.array(id),
  /** People who don't get it although they are selected or on one of the lists; null if there are more than ten. */
  left_out_ids: z.array(id).nullable(),
  left_out_count: z.int(),
  /** Number of people it would reach now, without those who are left out, unsubscribed, or don't see Insights. */
  contacts: z.int(),
  frequency: z.int(),
  auto_populate: z.boolean(),
  status: z.enum(statuses),
  /** In the firm's time zone; null if no run follows. */
  next_run: stamp.nullable(),
  /** The firm's time zone, such as 'America/Los_Angeles'. */
  zone: z.string(),
  runs: z.array(DigestRun),
  author: Author.nullable(),
  created: stamp,
  modified: stamp,
  /** Changes with each edit. */
  revision: z.int(),
})
export type Digest = z.infer<typeof Digest>

/** A draft can lack any of these. They are required when it is scheduled: see rules.ts. */
export const DigestInput = z.strictObject({
  title: line(limits.title).default(''),
  description: line(limits.description).default(''),
  curated_by: line(limits.title).default(''),
  subject: line(limits.subject).default(''),
  preheader: line(limits.preheader).default(''),
  greets: z.boolean().default(false),
  date: dateInput.nullable().default(null),
  template_id: id.nullable().default(null),
  videoinsight_ids: ids(limits.contents, 'items').default([]),
  user_ids: ids(limits.recipients, 'people').default([]),
  list_ids: ids(limits.lists, 'lists').default([]),
  left_out_ids: ids(limits.recipients, 'people').default([]),
  frequency: z.coerce
    .number({ error: digestMessages.frequency })
    .pipe(
      z.union(
        [1, 2, 3, 4, 5].map((n) => z.literal(n)),
        { error: digestMessages.frequency },
      ),
    )
    .default(1),
  external_content: z.array(ExternalContent).max(limits.contents, atMost(limits.contents, 'items')).default([]),
  auto_populate: z.boolean().default(false),
  draft: z.boolean().default(false),
})
export type DigestInput = z.infer<typeof DigestInput>

/**
 * The whole digest after the edit. `revision` is the one that was read. The server returns 409 if someone has edited it
 * since. Null keeps the stored people, which a digest with many of them doesn't include.
 */
export const DigestChange = z.strictObject({
  ...DigestInput.shape,
  user_ids: ids(limits.recipients, 'people').nullable().default([]),
  left_out_ids: ids(limits.recipients, 'people').nullable().default([]),
  revision: z.int().optional(),
})
export type DigestChange = z.infer<typeof DigestChange>

export const DigestRecipient = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'in_doubt', 'skipped']),
  /** Why it failed, was left out, or will be retried. */
  reason: z.string(),
  tries: z.int(),
  at: stamp,
})
export type DigestRecipient = z.infer<typeof DigestRecipient>

export const Unmailed = z.object({ user_id: id, reason: z.string() })
export type Unmailed = z.infer<typeof Unmailed>

/** Selected people who don't get a digest, by reason. */
export const SkippedCount = z.object({ reason: z.string(), people: z.int() })
export type SkippedCount = z.infer<typeof SkippedCount>

/** An item that some recipients can't open. Their email leaves it out. */
export const ClosedItem = z.object({ title: z.string(), people: z.int() })
export type ClosedItem = z.infer<typeof ClosedItem>

const one = z.strictObject({ id })
const ofRun = z.strictObject({ id, run: id })

const acting = (action: string, summary: string) =>
  defineRoute({
    name: `digest.${action}`,
    method: 'POST',
    path: 'digest/:id',
    when: { action },
    summary,
    params: one,
    answer: Digest,
  })

export const routes = {
  list: defineRoute({
    name: 'digest.list',
    method: 'GET',
    path: 'digest',
    summary:
      'List the firm’s digests with their runs, newest first, 25 at a time. `opened` of a run is always 0, because emails don’t report that they’re read',
    query: z.strictObject({ before: id.optional() }),
    /** `next` is the `before` of the next page; null on the last one. */
    answer: z.object({ digests: z.array(Digest), next: id.nullable() }),
  }),
  one: defineRoute({
    name: 'digest.one',
    method: 'GET',
    path: 'digest/:id',
    summary: 'Get a digest with its runs. `opened` of a run is always 0, because emails don’t report that they’re read',
    params: one,
    answer: Digest,
  }),
  people: defineRoute({
    name: 'digest.people',
    method: 'GET',
    path: 'digest/:id/people',
    summary: 'List the people a digest selects by name or leaves out, a page at a time',
    params: one,
    query: z.strictObject({ after: id.optional(), limit: z.coerce.number().int().min(1).max(500).default(500) }),
    /** `next` is the `after` of the next page; null on the last one. `skipped` is about the whole digest. */
    answer: z.object({ people: z.array(DigestPerson), skipped: z.array(SkippedCount), next: id.nullable() }),
  }),
  add: defineRoute({
    name: 'digest.add',
    method: 'POST',
    path: 'digest',
    summary: 'Schedule a digest, or keep it as a draft',
    body: DigestInput,
    answer: Digest,
  }),
  edit: defineRoute({
    name: 'digest.edit',
    method: 'POST',
    path: 'digest/:id',
    summary: 'Change a digest that isn’t being sent; without draft it’s scheduled',
    params: one,
    body: DigestChange,
    answer: Digest,
  }),
  test: acting('test', 'Send a digest to myself alone'),
  pause: acting('pause', 'Keep a scheduled digest from going'),
  resume: acting('resume', 'Let a paused digest go again'),
  cancel: acting('cancel', 'Cancel a digest permanently'),
  duplicate: acting('duplicate', 'Create a draft with the same content and recipients'),
  sendNow: acting('send_now', 'Send a digest now instead of at its time'),
  preview: defineRoute({
    name: 'digest.preview',
    method: 'GET',
    path: 'digest/:id/preview',
    summary: 'Get a preview of a digest’s email as it would be sent now; for people who manage digests',
    params: one,
    answer: z.object({
      subject: z.string(),
      url: z.string(),
      contacts: z.int(),
      closed_items: z.array(ClosedItem),
    }),
  }),
  unmailed: defineRoute({
    name: 'digest.unmailed',
    method: 'GET',
    path: 'digest/unmailed',
    summary: 'List people who don’t get digests because they’ve unsubscribed or don’t see Insights',
    answer: z.object({ people: z.array(Unmailed) }),
  }),
  remove: defineRoute({
    name: 'digest.remove',
    method: 'DELETE',
    path: 'digest/:id',
    summary: 'Delete a digest with its history',
    params: one,
  }),
  recipients: defineRoute({
    name: 'digest.recipients',
    method: 'GET',
    path: 'digest/:id/runs/:run/recipients',
    summary: 'List who got a run of a digest, who didn’t, and why',
    params: ofRun,
    answer: z.object({ recipients: z.array(DigestRecipient) }),
  }),
  retry: defineRoute({
    name: 'digest.retry',
    method: 'POST',
    path: 'digest/:id/runs/:run/retry',
    summary: 'Send again to people whose email failed, and to unconfirmed ones only on request',
    params: ofRun,
    body: z.strictObject({ in_doubt: z.boolean().default(false) }),
    answer: Digest,
  }),
}
