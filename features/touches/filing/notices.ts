// Lines in the inbox about emails that a person filed. They are sent nowhere else.
import { defineNotice, type News } from '#core/contract/notice.ts'
import { filingFlag } from './flagsContract.ts'

const inboxOnly = { flag: filingFlag, switches: {}, leaves: 'soon' } as const

export const emailFiled = defineNotice({
  ...inboxOnly,
  kind: 'emails_filed',
  label: 'Filed emails',
  title: 'Email filed',
  button: 'Open the Target',
  several: (count) => `${count} filed emails`,
})

export const emailUnmatched = defineNotice({
  ...inboxOnly,
  kind: 'emails_unmatched',
  label: 'Emails without a Target',
  title: 'Email without a Target',
  button: 'New Target from this email',
  several: (count) => `${count} emails without a Target`,
})

export const emailWaiting = defineNotice({
  ...inboxOnly,
  kind: 'emails_waiting',
  label: 'Emails to confirm',
  title: 'File this email?',
  button: 'Review the email',
  several: (count) => `${count} emails to confirm`,
})

export const emailsUnfiled = defineNotice({
  ...inboxOnly,
  kind: 'emails_unfiled',
  label: 'Emails that weren’t filed',
  title: 'Emails that weren’t filed',
  button: 'See why',
  several: (count) => `${count} days with emails that weren’t filed`,
})

export const filingNotices = [emailFiled, emailUnmatched, emailWaiting, emailsUnfiled]

/** A line for the person who filed. No one else acted. `subjectId` is the touch. */
export const filingNews = (
  given: Pick<News, 'notice' | 'userId' | 'occasion' | 'text' | 'path'> & { details?: string[]; subjectId?: string },
): News => ({ details: [], subjectId: null, ...given, actorId: null, key: null })
