// Nouns of sign-in and of the person's own account: who is here, for which firm, with what. No rules of the server.
import { z } from 'zod'
import { id, isEmail, messages, requiredText, text } from '#core/contract/fields.ts'
import { SwitchName } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Me, Session, Settings } from '#core/contract/session.ts'
import { defineReading } from '#core/sync/reading.ts'

export { Me, Org, Role, Session, Settings, Subscriptions, Switch, User } from '#core/contract/session.ts'

/** The password was right; something else is needed before there is a session. */
export const Challenge = z.object({
  challenge: z.string(),
  email: z.string(),
  message: z.string(),
  /** What can complete this login, the strongest first. */
  methods: z.array(z.enum(['passkey', 'authenticator', 'text', 'recovery'])),
})
export type Challenge = z.infer<typeof Challenge>

/** A colleague, as lists and searches need them. */
export const Person = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  fullname: z.string(),
  email: z.string(),
})
export type Person = z.infer<typeof Person>

// — inputs —————————————————————————————————————————————————————————————————————————————————————

export const limits = { name: 100, phone: 30, password: 128 } as const

/** Only presence is checked: whatever else is wrong with it is a wrong login, and those all look alike. */
export const LoginInput = z.strictObject({
  email: z.string({ error: messages.complete }).trim().min(1, messages.complete).max(1000, messages.max(1000)),
  password: z.string({ error: messages.complete }).min(1, messages.complete).max(1000, messages.max(1000)),
})
export type LoginInput = z.infer<typeof LoginInput>

export const passwordRule = 'At least 8 characters, including one capital, special character, or number.'
/** Letters, digits and $ @ ! % * ? & _ ( ) # only; one of them a capital, a digit or one of those signs. Source: the specification, section 5. */
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
    .refine((value) => value === '' || phonePattern.test(value), 'Please enter a phone number.')
    .optional(),
})
export type ProfileInput = z.infer<typeof ProfileInput>

export const SettingInput = z.strictObject({ name: SwitchName, value: z.enum(['0', '1']) })
export type SettingInput = z.infer<typeof SettingInput>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

export const routes = {
  login: defineRoute({
    name: 'account.login',
    method: 'POST',
    path: 'user/login',
    summary: 'Sign in: a session, or a challenge to answer first',
    body: LoginInput,
    answer: z.union([Session, Challenge]),
  }),
  logout: defineRoute({
    name: 'account.logout',
    method: 'POST',
    path: 'user/logout',
    summary: 'End this session',
    body: z.strictObject({}).optional(),
  }),
  me: defineRoute({
    name: 'account.me',
    method: 'GET',
    path: 'user',
    summary: 'Who is signed in, and what they may see',
    answer: Me,
  }),
  updateMe: defineRoute({
    name: 'account.updateMe',
    method: 'PUT',
    path: 'user',
    summary: 'Change my own profile',
    body: ProfileInput,
    answer: Me,
  }),
  users: defineRoute({
    name: 'account.users',
    method: 'GET',
    path: 'users',
    summary:
      'The people of my firm, by name: all of them, or a page (`limit`, `after` the last one’s id) of those with the words of `q` in their names',
    query: z.strictObject({
      proxyUser: id.optional(),
      q: text(100).optional(),
      after: id.optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    answer: z.object({
      users: z.array(Person),
      /** Where the next page begins; null at the end. */ next: z.string().nullable(),
    }),
  }),
  changePassword: defineRoute({
    name: 'account.changePassword',
    method: 'POST',
    path: 'user/change_password',
    summary: 'Change my password; all other sessions of mine end',
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
  instances: defineRoute({
    name: 'account.instances',
    method: 'GET',
    path: 'instances',
    summary: 'Which instance a login goes to',
    query: z.strictObject({ email: z.string().max(254).refine(isEmail, messages.email) }),
    answer: z.object({
      instances: z.array(
        /** `is_here`: it is the one that answers. */
        z.object({ key: z.string(), name: z.string(), url: z.string(), is_here: z.boolean() }),
      ),
    }),
  }),
}

/** The people of the firm, by name. */
export const colleagues = defineReading({ name: 'colleagues', route: routes.users, callOf: () => ({ query: {} }) })
