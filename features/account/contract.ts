// Contract of the person's own account, with all of its routes and no server rules.
import { z } from 'zod'
import { id, messages, requiredText, text } from '#core/contract/fields.ts'
import { Level, SwitchName } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Me, Settings } from '#core/contract/session.ts'
import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { routes as loginRoutes } from './loginContract.ts'
import { routes as sessionRoutes } from './sessionContract.ts'

export {
  FirmSubscriptions as Subscriptions,
  Me,
  Org,
  Role,
  Session,
  Settings,
  Switch,
  User,
} from '#core/contract/session.ts'
export { Challenge, LoginInput } from './loginContract.ts'

export const PersonSummary = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  fullname: z.string(),
  email: z.string(),
})
export type PersonSummary = z.infer<typeof PersonSummary>

// — inputs —————————————————————————————————————————————————————————————————————————————————————

export const limits = { name: 100, phone: 30, password: 128 } as const

export const passwordRule = 'At least 8 characters, including one capital, special character, or number.'
/**
 * Allows letters, digits, and $ @ ! % * ? & _ ( ) # only, and requires a capital, a digit, or one of those symbols.
 * Source: the specification, section 5.
 */
const passwordPattern = /^(?=.*[A-Z\d$@!%*?&_()#])[A-Za-z\d$@!%*?&_()#]{8,128}$/
export const NewPassword = z
  .string({ error: messages.complete })
  .min(1, messages.complete)
  .regex(passwordPattern, passwordRule)
export const ChangePasswordInput = z.strictObject({
  current: z.string({ error: messages.complete }).min(1, messages.complete).max(1000, messages.max(1000)),
  new: NewPassword,
})
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

const phonePattern = /^\+?[\d\s().-]{5,}$/
export const ProfileInput = z.strictObject({
  first_name: requiredText(limits.name),
  last_name: requiredText(limits.name),
  phone: text(limits.phone)
    .refine((value) => value === '' || phonePattern.test(value), 'Enter a phone number.')
    .optional(),
})
export type ProfileInput = z.infer<typeof ProfileInput>

export const SettingInput = z.strictObject({ name: SwitchName, value: z.enum(['0', '1']) })
export type SettingInput = z.infer<typeof SettingInput>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

export const routes = {
  ...loginRoutes,
  ...sessionRoutes,
  updateMe: defineRoute({
    name: 'account.updateMe',
    method: 'PUT',
    path: 'user',
    summary: 'Change my own profile',
    body: ProfileInput,
    // The response contains the calendar link.
    answer: Me,
    hasSecret: true,
  }),
  users: defineRoute({
    name: 'account.users',
    method: 'GET',
    path: 'users',
    summary:
      'List the people of my firm by name: all, or a page (`limit`, `after` the last ID) of those whose names contain the words of `q`',
    query: z.strictObject({
      proxyUser: id.optional(),
      q: text(100).optional(),
      after: id.optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    answer: z.object({
      users: z.array(PersonSummary),
      /** Start of the next page, or null at the end. */ next: z.string().nullable(),
    }),
  }),
  changePassword: defineRoute({
    name: 'account.changePassword',
    method: 'POST',
    path: 'user/change_password',
    summary: 'Change my password and end my other sessions',
    body: ChangePasswordInput,
  }),
  setting: defineRoute({
    name: 'account.setting',
    method: 'POST',
    path: 'user/setting',
    summary: 'Turn a notification on or off',
    body: SettingInput,
    answer: z.object({ Settings }),
  }),
  level: defineRoute({
    name: 'account.level',
    method: 'POST',
    path: 'user/notification_level',
    summary: 'Set all of my notifications to a level: requests only, daily, or everything',
    body: z.strictObject({ level: Level }),
    answer: z.object({ Settings }),
  }),
}

/** People on a first screen, and in each of the requests that load the others. */
const [FIRST, OTHERS] = [50, 500]
/** Devices store all of them, so that people can be found by name offline. */
export const colleagues = defineQuery({
  name: 'colleagues',
  route: routes.users,
  callOf: (_: undefined, after) => ({ query: { limit: after === undefined ? FIRST : OTHERS, after } }),
  pages: { ...pagesOf('users'), isWhole: true },
})
