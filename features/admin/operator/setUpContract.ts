import { z } from 'zod'
import { messages, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { NewPassword } from '#features/account/contract.ts'
import { firmLimits, zone } from '../firm/contract.ts'
import { person } from './contract.ts'

const token = z.string({ error: messages.complete }).min(1).max(200)
export const SetUpInput = z.strictObject({
  token,
  operator: z.strictObject({ ...person, password: NewPassword }),
  firm: z.strictObject({ name: requiredText(firmLimits.name), time_zone: zone }),
  /** Without a password the admin gets an invitation by email. */
  admin: z.strictObject({ ...person, password: NewPassword.optional() }),
})
export type SetUpInput = z.infer<typeof SetUpInput>

export const setUpRoutes = {
  check: defineRoute({
    name: 'setUp.check',
    method: 'POST',
    path: 'setup/check',
    summary: 'Check whether this token can set up the server',
    body: z.strictObject({ token }),
  }),
  setUp: defineRoute({
    name: 'setUp.run',
    method: 'POST',
    path: 'setup',
    summary: 'Set up an empty server: its operator and first firm; works once',
    body: SetUpInput,
    answer: z.object({ firm: z.string(), is_invited: z.boolean() }),
  }),
}
