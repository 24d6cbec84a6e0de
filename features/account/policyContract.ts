// Contract of a firm's policies: sign-in, session length, and switching. Contains no rules.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'

/** Hours. The maximums are those of RULINGS, section 5: 30 and 90 days. */
export const policyLimits = { idle: 30 * 24, longest: 90 * 24, operator: 7 * 24 } as const

export const policyMessages = {
  signOnOnly: 'Your firm uses SSO. Sign in with your firm’s provider.',
  enrolFirst: 'Set up two-factor authentication first.',
  lastFactor: 'Your firm requires two-factor authentication. Set up another method before you remove this one.',
  noProvider: 'Turn on an SSO provider first.',
  notSignedOn:
    'You signed in with a password. Sign in with SSO first, or make yourself the backup admin with a password.',
  noBreakGlass: 'Choose a firm admin who has a password.',
  shorter: 'The inactivity limit can’t be longer than the total limit.',
  noWorking: 'Your firm doesn’t let anyone work as someone else.',
  noManagers: 'Your firm doesn’t let anyone work as a manager.',
  closed: 'This firm hasn’t allowed operator access. Ask one of its admins.',
} as const

export const WorkAs = z.enum(['all', 'members', 'nobody'])
export type WorkAs = z.infer<typeof WorkAs>

const hours = (most: number) =>
  z
    .number({ error: 'Enter a number.' })
    .int('Enter a whole number.')
    .min(1, 'The minimum is 1 hour.')
    .max(most, `The maximum is ${most / 24} days.`)

export const PolicyInput = z.strictObject({
  /**
   * `YYYY-MM-DD` in the firm's time zone. From then on everyone sets up a second factor at the next login. Null leaves
   * it optional.
   */
  second_factor_from: day.nullable(),
  /** Closes passwords and password resets for everyone but the named admin. */
  sign_on_only: z.boolean(),
  break_glass_id: id.nullable(),
  /** Hours without use, and hours in total, after which a session ends. */
  idle_hours: hours(policyLimits.idle),
  longest_hours: hours(policyLimits.longest),
  work_as: WorkAs,
  tells_worked_as: z.boolean(),
  is_open_to_operator: z.boolean(),
})
export type PolicyInput = z.infer<typeof PolicyInput>

export const SecurityPolicies = PolicyInput.extend({
  /** Instant until which an operator has access although the firm is closed to operators. */
  operator_until: z.string().nullable(),
  admins: z.array(z.object({ id: z.string(), name: z.string() })),
  has_provider: z.boolean(),
  /** Number of people without a second factor, and number of people whose address no provider serves. */
  without_factor: z.number(),
  unserved: z.number(),
})
export type SecurityPolicies = z.infer<typeof SecurityPolicies>

const answer = SecurityPolicies
const nothing = z.strictObject({}).optional()

export const policyRoutes = {
  read: defineRoute({
    name: 'policies.read',
    method: 'GET',
    path: 'admin/policies',
    summary: 'Get the firm’s policies for signing in and for working as others',
    answer,
  }),
  change: defineRoute({
    name: 'policies.change',
    method: 'PUT',
    path: 'admin/policies',
    summary: 'Change the policies and end the sessions that they no longer allow',
    body: PolicyInput,
    answer,
  }),
  letOperatorIn: defineRoute({
    name: 'policies.letOperatorIn',
    method: 'POST',
    path: 'admin/policies/operator',
    summary: 'Let an operator in for a few hours',
    body: z.strictObject({ hours: hours(policyLimits.operator) }),
    answer,
  }),
  endOperator: defineRoute({
    name: 'policies.endOperator',
    method: 'POST',
    path: 'admin/policies/operator',
    when: { action: 'end' },
    summary: 'End the operator’s access right away',
    body: nothing,
    answer,
  }),
}

/** The person can't turn this notification off. */
export const workedAs = defineNotice({
  kind: 'worked_as',
  label: 'Someone is working as you',
  switches: {},
  leaves: 'soon',
  title: 'Someone is working as you',
  button: 'Open your account',
  several: (count) => `Someone worked as you ${count} times`,
})
