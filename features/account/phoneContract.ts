// Contract of the phone for codes. A new number needs the password and a code sent to it.
import { z } from 'zod'
import { messages, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { limits } from './contract.ts'
import { CurrentInput, code, SecurityChanged } from './signInContract.ts'

export const phoneMessages = {
  needsProof:
    'To change your phone number, go to Security. You’ll need your password and a code sent to the new number.',
  notKept: 'You can add a phone number only when two-factor authentication is on.',
  noPlan: 'This change has expired. Start again.',
  same: 'This is already your phone number.',
} as const

const PhonePlan = z.object({
  /** Identifies the plan in later calls. Only returned here. */
  plan: z.string(),
  /** As the server parsed it: '+1 212 555 0142'. */
  phone: z.string(),
})
export type PhonePlan = z.infer<typeof PhonePlan>
const plan = z.string({ error: messages.complete }).max(200)
export const PhoneInput = CurrentInput.extend({ phone: requiredText(limits.phone) })

export const routes = {
  planPhone: defineRoute({
    name: 'account.planPhone',
    method: 'POST',
    path: 'user/phone',
    summary: 'Send a code to a new phone number; nothing changes until it’s confirmed',
    body: PhoneInput,
    answer: PhonePlan,
  }),
  resendPhone: defineRoute({
    name: 'account.resendPhone',
    method: 'POST',
    path: 'user/phone',
    when: { action: 'resend' },
    summary: 'Resend the code to the new phone number',
    body: z.strictObject({ plan }),
    answer: z.object({ message: z.string() }),
  }),
  confirmPhone: defineRoute({
    name: 'account.confirmPhone',
    method: 'POST',
    path: 'user/phone',
    when: { action: 'confirm' },
    summary: 'Confirm the new phone number with the code sent to it',
    body: z.strictObject({ plan, code }),
    answer: SecurityChanged,
  }),
  removePhone: defineRoute({
    name: 'account.removePhone',
    method: 'POST',
    path: 'user/phone',
    when: { action: 'remove' },
    summary: 'Remove my phone number and stop codes by text message',
    body: CurrentInput,
    answer: SecurityChanged,
  }),
}
