// Contract of email filing: a person's filing address, the addresses that they send from, and emails that arrive.
import { z } from 'zod'
import { id, isEmail, messages, requiredText, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const filingLimits = {
  /** Random characters of a filing address. */
  code: 22,
  /** Own sender addresses, in addition to the sign-in email. */
  senders: 5,
  /** Bytes of one email, as it travels. */
  messageBytes: 25 * 1024 * 1024,
  /** Emails in an hour. */
  personPerHour: 60,
  firmPerHour: 600,
  /** Recipients of one delivery. */
  recipients: 20,
  /** Days until an unconfirmed email and a count of emails that weren't filed are deleted. */
  days: 30,
  /** Wrong codes before a new one is needed. */
  codeTries: 5,
  codeMinutes: 30,
  resendSeconds: 30,
  codesPerHour: 5,
} as const

/** The part of a filing address before the code. */
export const FILING_PREFIX = 'file+'

/** 'received' is ready to be filed. 'waiting' needs the person's confirmation. */
export const filedStates = ['received', 'waiting'] as const
export type FiledState = (typeof filedStates)[number]

/** Occasions of the lines in the inbox that ask about an email. */
export const waitingOccasion = (emailId: string): string => `waiting:${emailId}`
export const unmatchedOccasion = (emailId: string): string => `unmatched:${emailId}`

/** Why an email wasn't filed. Permanent, because counts are stored. */
export const unfiledReasons = ['sender', 'automatic', 'unreadable', 'too_large'] as const
export type UnfiledReason = (typeof unfiledReasons)[number]

/** 'lost': someone else has verified the address since. */
export const senderStates = ['waiting', 'verified', 'lost'] as const

export const FilingSender = z.object({
  id: z.string(),
  address: z.string(),
  state: z.enum(senderStates),
  sent: stamp,
})
export type FilingSender = z.infer<typeof FilingSender>

/** An email that says it's from the person. */
export const WaitingEmail = z.object({
  id: z.string(),
  received: stamp,
  subject: z.string(),
  /** Names or addresses. */
  to: z.array(z.string()),
})
export type WaitingEmail = z.infer<typeof WaitingEmail>

export const Filing = z.object({
  /** The whole address. */
  address: z.string(),
  is_on: z.boolean(),
  /** The firm's own switch. */
  is_firm_on: z.boolean(),
  /** The sign-in email, which needs no code. */
  email: z.string(),
  senders: z.array(FilingSender),
  waiting: z.array(WaitingEmail),
  /** Emails of the last 30 days that weren't filed. */
  unfiled: z.array(z.object({ reason: z.enum(unfiledReasons), count: z.number() })),
})
export type Filing = z.infer<typeof Filing>

export const SenderInput = z.strictObject({
  address: requiredText(254).refine(isEmail, messages.email),
})
export type SenderInput = z.infer<typeof SenderInput>

const nothing = z.strictObject({}).optional()
const one = z.strictObject({ id })
const code = z.string({ error: messages.complete }).trim().min(1, messages.complete).max(20, 'Enter the 6-digit code.')
const filing = { answer: Filing }

export const filingRoutes = {
  read: defineRoute({
    ...filing,
    name: 'filing.read',
    method: 'GET',
    path: 'filing',
    summary: 'Get my filing address, my sender addresses, and emails that wait for me',
  }),
  turnOn: defineRoute({
    ...filing,
    name: 'filing.turnOn',
    method: 'POST',
    path: 'filing/on',
    summary: 'Turn my filing address on',
    body: nothing,
  }),
  turnOff: defineRoute({
    ...filing,
    name: 'filing.turnOff',
    method: 'POST',
    path: 'filing/off',
    summary: 'Turn my filing address off',
    body: nothing,
  }),
  change: defineRoute({
    ...filing,
    name: 'filing.change',
    method: 'POST',
    path: 'filing/change',
    summary: 'Create a new filing address; the old one stops right away',
    body: nothing,
  }),
  addSender: defineRoute({
    ...filing,
    name: 'filing.addSender',
    method: 'POST',
    path: 'filing/senders',
    summary: 'Add an address that I send from, and email a code to it',
    body: SenderInput,
    example: { body: { address: 'dana.reyes@mail.example' } },
  }),
  resendCode: defineRoute({
    ...filing,
    name: 'filing.resendCode',
    method: 'POST',
    path: 'filing/senders/:id',
    when: { action: 'resend' },
    summary: 'Email a new code to a sender address',
    params: one,
    body: nothing,
  }),
  confirmSender: defineRoute({
    ...filing,
    name: 'filing.confirmSender',
    method: 'POST',
    path: 'filing/senders/:id',
    when: { action: 'confirm' },
    summary: 'Verify a sender address with the code sent to it',
    params: one,
    body: z.strictObject({ code }),
  }),
  removeSender: defineRoute({
    ...filing,
    name: 'filing.removeSender',
    method: 'DELETE',
    path: 'filing/senders/:id',
    summary: 'Remove one of my sender addresses',
    params: one,
  }),
  fileWaiting: defineRoute({
    ...filing,
    name: 'filing.fileWaiting',
    method: 'POST',
    path: 'filing/waiting/:id',
    summary: 'File an email that says it’s from me',
    params: one,
    body: nothing,
  }),
  dropWaiting: defineRoute({
    ...filing,
    name: 'filing.dropWaiting',
    method: 'DELETE',
    path: 'filing/waiting/:id',
    summary: 'Delete an email that says it’s from me',
    params: one,
  }),
  fileUnmatched: defineRoute({
    name: 'filing.fileUnmatched',
    method: 'POST',
    path: 'filing/unmatched/:id',
    summary: 'File an email that matches no Target on this one',
    params: one,
    body: z.strictObject({ target_id: id }),
  }),
  firm: defineRoute({
    name: 'filing.firm',
    method: 'GET',
    path: 'admin/filing',
    summary: 'Get whether people of my firm can file emails',
    answer: z.object({ is_on: z.boolean() }),
  }),
  setFirm: defineRoute({
    name: 'filing.setFirm',
    method: 'PUT',
    path: 'admin/filing',
    summary: 'Set whether people of my firm can file emails',
    body: z.strictObject({ is_on: z.boolean() }),
    answer: z.object({ is_on: z.boolean() }),
  }),
  received: defineRoute({
    name: 'filing.received',
    method: 'POST',
    path: 'filing/received',
    summary: 'Deliver one email as message/rfc822, from the firm’s email gateway',
    query: z.object({
      /** Filing addresses of the envelope, separated by commas. */
      to: z.string().min(1).max(4000),
      /** Sender of the envelope. Empty for the null sender. */
      from: z.string().max(320).optional(),
    }),
    answer: z.object({ accepted: z.boolean() }),
    isBytes: true,
    bytesType: 'message/rfc822',
    // The handler limits the bytes, so that no other body of this size is read.
    limits: { seconds: 300 },
    calledBy: 'email gateways',
  }),
}
