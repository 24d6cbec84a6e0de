// What firms and people can say about the mails of digests. No rules.
import { z } from 'zod'
import { optionalEmail, text } from '#core/contract/fields.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { insightsFlag } from '../flagsContract.ts'
import { lineText } from '../namesContract.ts'

/** Only the switch of a notice: digests are sent by their runs, and stand in no inbox. */
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
  /** The name that mail programs show; empty: the firm's. */
  sender_name: lineText(60),
  reply_name: lineText(60),
  /** Where replies go; empty: to the author of each digest. */
  reply_address: optionalEmail,
  counts_clicks: z.boolean(),
  /** The postal address that stands at the foot of each email; empty: none. */
  place: lineText(120).default(''),
})
export type MailSettingsInput = z.infer<typeof MailSettingsInput>

/** An address gets no more digests once so many mails came back for the time being, the first and the last so many days apart. */
export const SOFT_STOPS = 5
export const SOFT_DAYS = 14

export const Bounce = z.object({
  address: z.string(),
  /** An instant; null: mails only came back for the time being. */
  since: z.string().nullable(),
  reason: z.string(),
  /** Mails that came back for the time being, in the present series. Filters and delays aren't counted. */
  soft: z.number(),
  /** When that series began, an instant; null where there is none. */
  soft_since: z.string().nullable(),
  last_at: z.string(),
})
export type Bounce = z.infer<typeof Bounce>

/** Whatever stands in the address: what is none of ours is said on a page. */
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
    /** As programs show it that are dark, or light; otherwise as the reader's browser is. */
    query: z.strictObject({ scheme: z.enum(['dark', 'light']).optional() }),
    calledBy: 'browsers, by URL',
  }),
  bounced: defineRoute({
    name: 'insights.digestBounced',
    method: 'POST',
    path: 'digestmail/bounced',
    summary: 'Receive a mail server’s bounce report (RFC 3464)',
    /** The report as it came, or its beginning: what is told of the mail stands before the mail itself. */
    body: z.strictObject({ message: z.string().min(1).max(60_000) }),
    answer: z.object({ taken: z.boolean() }),
    limits: { bodyBytes: 64 * 1024 },
    calledBy: 'email clients',
  }),
}
