// Contract of a session, for the frame of every page. Separate so that it loads first.
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { Me } from '#core/contract/session.ts'

export const routes = {
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
    summary: 'Get the person who’s signed in, and their permissions',
    answer: Me,
  }),
}
