// A digest's email for tests and screenshots. The given fields replace the defaults.
import type { DigestMail, DigestMailItem, DigestReader } from '../server/mail/mailInput.ts'

export const anItem = (given: Partial<DigestMailItem> = {}): DigestMailItem => ({
  title: 'Transfer pricing: what changes in January',
  description:
    'The new documentation rules in ten minutes, with a checklist for groups below the threshold and dates for each country.',
  kind: 'Video',
  go: 'Watch the video',
  url: 'https://pursuit.hartwell.example/insights/content?id=1',
  duration: '10:24',
  thumbnail: { url: 'https://pursuit.hartwell.example/api/files/1/2', width: 400, height: 225 },
  ...given,
})

export const aDigestMail = (given: Partial<DigestMail> = {}): DigestMail => ({
  title: 'Before the year ends: 2026',
  curatedBy: 'Dana Reyes',
  description:
    'Four things worth ten minutes before December 31, chosen by the Tax group for the people you meet this month.',
  template: { logo: null, banner: { color: '#15397E' } },
  items: [
    anItem(),
    anItem({
      title: 'Year-end planning guide 2026',
      description: 'Everything a privately held business should look at before December 31, in deadline order.',
      kind: 'Guide',
      duration: '32 pages',
      go: 'Open the guide',
      url: 'https://pursuit.hartwell.example/insights/content?id=2',
    }),
    anItem({
      title: 'Interest rates and your credit line',
      description: '',
      url: 'https://vimeo.com/412008175',
      host: 'vimeo.com',
      duration: '06:48',
      thumbnail: null,
    }),
  ],
  firm: {
    name: 'Hartwell & Stone LLP',
    place: '220 Harbor Street, Portland',
    replyTo: { name: 'Dana Reyes', address: 'dana@hartwell.example' },
  },
  library: 'https://pursuit.hartwell.example/insights/documents',
  at: '2026-11-23T16:00:00.000Z',
  zone: 'America/Los_Angeles',
  ...given,
})

export const aReader = (digest: DigestMail, given: Partial<DigestReader> = {}): DigestReader => ({
  firstName: 'Dana',
  why: 'You’re getting this because you’re on the list “Tax group.”',
  links: digest.items.map(({ url }) => url),
  unsubscribe: `https://pursuit.hartwell.example/api/unsubscribe/${'u'.repeat(64)}`,
  preferences: 'https://pursuit.hartwell.example/account/notifications',
  view: `https://pursuit.hartwell.example/api/digestmail/${'v'.repeat(86)}`,
  ...given,
})
