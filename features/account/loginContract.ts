// Contract of signing in. Separate from the rest so that it loads first.
import { z } from 'zod'
import { isEmail, messages } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Session } from '#core/contract/session.ts'

/** The password was right, but a session needs something else first. */
export const Challenge = z.object({
  challenge: z.string(),
  email: z.string(),
  message: z.string(),
  /** Factors that can complete this login, strongest first. */
  methods: z.array(z.enum(['passkey', 'authenticator', 'text', 'recovery'])),
})
export type Challenge = z.infer<typeof Challenge>

/** Checks presence only. Anything else that is wrong counts as a wrong login, and those all look alike. */
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
    summary: 'Get the instance that a login belongs to',
    query: z.strictObject({ email: z.string().max(254).refine(isEmail, messages.email) }),
    answer: z.object({
      instances: z.array(
        /** `is_here` marks the instance that responds. */
        z.object({ key: z.string(), name: z.string(), url: z.string(), is_here: z.boolean() }),
      ),
    }),
  }),
}
