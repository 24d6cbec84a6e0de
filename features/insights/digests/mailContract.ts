// The API of digest emails: settings, bounces, and links. No rules.
import { z } from 'zod'
import { optionalEmail, text } from '#core/contract/fields.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { insightsFlag } from '../flagsContract.ts'
import { lineText } from '../namesContract.ts'

/** Only the on/off switch of a notification: digests are sent by their runs and don't appear in the inbox. */
export const digestNotice = defineNotice({
  kind: 'digests',
  label: 'Digests',
  flag: insightsFlag,
  why: 'Your firm sends you a digest.',
  switches: { email: 'Digests by email' },
  leaves: 'soon',
  level: 'daily',
  title: 'Digest',
  button: 'Open the Library',
  several: (count) => `${count} digests`,
  stays: 'Their content is still in the Library.',
})

export const MailSettingsInput = z.strictObject({
  /** Sender name in email clients; '' for the firm's name. */
  sender_name: lineText(60),
  reply_name: lineText(60),
  /** Address for replies; '' for the author of each digest. */
  reply_address: optionalEmail,
  counts_clicks: z.boolean(),
  /** Postal address at the foot of each email; '' for none. */
  place: lineText(120).default(''),
})
export type MailSettingsInput = z.infer<typeof MailSettingsInput>

/**
 * An address gets no more digests after this many temporary failures, if the first and the last are at least this many
 * days apart.
 */
export const SOFT_STOPS = 5
export const SOFT_DAYS = 14

export const Bounce = z.object({
  address: z.string(),
  /** An instant; null if all failures were temporary. */
  since: z.string().nullable(),
  reason: z.string(),
  /** Number of temporary failures in the current series. Filters and delays don't count. */
  soft: z.number(),
  /** When that series began, an instant; null if there is none. */
  soft_since: z.string().nullable(),
  last_at: z.string(),
})
export type Bounce = z.infer<typeof Bounce>

/** Accepts any text, because invalid links must lead to a page. */
const token = z.strictObject({ token: z.string() })

export const mailRoutes = {
  settings: defineRoute({
    name: 'insights.digestMailSettings',
    method: 'GET',
    path: 'digestmail/settings',
    summary: 'Get the digest email settings',
    answer: MailSettingsInput,
  }),
  changeSettings: defineRoute({
    name: 'insights.changeDigestMailSettings',
    method: 'POST',
    path: 'digestmail/settings',
    summary: 'Change the digest email settings',
    body: MailSettingsInput,
    answer: MailSettingsInput,
  }),
  bounces: defineRoute({
    name: 'insights.digestBounces',
    method: 'GET',
    path: 'digestmail/bounces',
    summary: 'List addresses that digest emails bounced from',
    answer: z.object({ bounces: z.array(Bounce) }),
  }),
  lift: defineRoute({
    name: 'insights.liftDigestBounce',
    method: 'POST',
    path: 'digestmail/bounces/lift',
    summary: 'Allow digests to an address again',
    body: z.strictObject({ address: text(320) }),
    answer: z.object({ bounces: z.array(Bounce) }),
  }),
  open: defineRoute({
    name: 'insights.openDigestLink',
    method: 'GET',
    path: 'd/:token',
    summary: 'Redirect to a digest item',
    params: token,
    calledBy: 'browsers, by URL',
  }),
  picture: defineRoute({
    name: 'insights.digestPicture',
    method: 'GET',
    path: 'digestmail/picture/:token',
    summary: 'Get a digest item’s image, as shown in emails',
    params: z.strictObject({ token: z.string().regex(/^[\w-]{62}$/) }),
    calledBy: 'browsers, by URL',
  }),
  view: defineRoute({
    name: 'insights.viewDigestMail',
    method: 'GET',
    path: 'digestmail/:token',
    summary: 'View a digest email as a web page',
    params: token,
    /** Color scheme of the email; by default the one of the reader's browser. */
    query: z.strictObject({ scheme: z.enum(['dark', 'light']).optional() }),
    calledBy: 'browsers, by URL',
  }),
  bounced: defineRoute({
    name: 'insights.digestBounced',
    method: 'POST',
    path: 'digestmail/bounced',
    summary: 'Receive a mail server’s bounce report (RFC 3464)',
    /** The bounce report, or its beginning: the report comes before the original email. */
    body: z.strictObject({ message: z.string().min(1).max(60_000) }),
    answer: z.object({ taken: z.boolean() }),
    limits: { bodyBytes: 64 * 1024 },
    calledBy: 'email clients',
  }),
}
