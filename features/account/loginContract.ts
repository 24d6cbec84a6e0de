// Nouns of signing in: what the login needs. Apart from the rest, so that it is loaded first.
import { z } from 'zod'
import { isEmail, messages } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Session } from '#core/contract/session.ts'

/** The password was right; something else is needed before there is a session. */
export const Challenge = z.object({
  challenge: z.string(),
  email: z.string(),
  message: z.string(),
  /** What can complete this login, the strongest first. */
  methods: z.array(z.enum(['passkey', 'authenticator', 'text', 'recovery'])),
})
export type Challenge = z.infer<typeof Challenge>

/** Only presence is checked: whatever else is wrong with it is a wrong login, and those all look alike. */
export const LoginInput = z.strictObject({
  email: z.string({ error: messages.complete }).trim().min(1, messages.complete).max(1000, messages.max(1000)),
  password: z.string({ error: messages.complete }).min(1, messages.complete).max(1000, messages.max(1000)),
})
export type LoginInput = z.infer<typeof LoginInput>

export const routes = {
  login: defineRoute({
    name: 'account.login',
    method: 'POST',
    path: 'user/login',
    summary: 'Sign in: a session, or a challenge to answer first',
    body: LoginInput,
    answer: z.union([Session, Challenge]),
  }),
  instances: defineRoute({
    name: 'account.instances',
    method: 'GET',
    path: 'instances',
    summary: 'Which instance a login belongs to',
    query: z.strictObject({ email: z.string().max(254).refine(isEmail, messages.email) }),
    answer: z.object({
      instances: z.array(
        /** `is_here`: it is the one that answers. */
        z.object({ key: z.string(), name: z.string(), url: z.string(), is_here: z.boolean() }),
      ),
    }),
  }),
}
