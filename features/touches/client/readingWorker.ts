import { Refusal } from '#core/contract/errors.ts'
import { messageOfMeeting, readMeetingFile } from '../mail/readMeetingFile.ts'
import { readMessage } from '../mail/readMessage.ts'
import { readOutlookFile } from '../mail/readOutlookFile.ts'
import type { DroppedFile, FileToRead, ReadFile } from './droppedFile.ts'

const answer = (read: ReadFile) => postMessage(read)

addEventListener('message', async ({ data }: MessageEvent<FileToRead>) => {
  try {
    answer({ found: await read(data) })
  } catch (thrown) {
    const why = thrown instanceof Refusal ? thrown.message : 'We couldn’t read this file. Nothing was filed.'
    answer({ refused: why })
  }
})

async function read({ bytes, name, context }: FileToRead): Promise<DroppedFile> {
  const digest = await digestOf(bytes)
  if (/\.ics$/i.test(name)) return meetingIn(bytes, context, digest)
  const isOutlook = /\.msg$/i.test(name)
  const { messageId, subject, text, attachments, problems, ...message } = isOutlook
    ? await readOutlookFile(bytes, context)
    : await readMessage(bytes, context)
  const { forwarded, sentAt } = message
  return {
    kind: 'email',
    // The person files it on purpose.
    message: { ...message, subject, automatic: null },
    messageId: messageId ?? digest,
    at: sentAt ?? context.arrivedAt,
    minutes: null,
    subject: subject || (forwarded?.subject ?? ''),
    text: [text, forwarded?.text].filter(Boolean).join('\n\n'),
    attachments,
    problems,
  }
}

async function meetingIn(bytes: Uint8Array, context: FileToRead['context'], digest: string): Promise<DroppedFile> {
  const meeting = await readMeetingFile(bytes, context)
  const { at, endsAt, uid, isAllDay, isCanceled, subject, text, location, problems } = meeting
  if (isCanceled) throw new Refusal('invalid', 'This meeting was canceled. Nothing was filed.', 400)
  if (at !== null && at > context.arrivedAt)
    throw new Refusal('invalid', 'This meeting hasn’t happened yet. Nothing was filed.', 400)
  const minutes = at && endsAt && !isAllDay ? Math.round((Date.parse(endsAt) - Date.parse(at)) / 60_000) : 0
  return {
    kind: 'meeting',
    message: { ...messageOfMeeting(meeting), isMeeting: true },
    messageId: uid ? `meeting:${uid}` : digest,
    at: at ?? context.arrivedAt,
    minutes: minutes >= 1 && minutes <= 1440 ? minutes : null,
    subject,
    text: [location, text].filter(Boolean).join('\n'),
    attachments: [],
    problems,
  }
}

/** Identifies a file without an ID of its own, as the server does. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes.slice())
  return `sha256:${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
