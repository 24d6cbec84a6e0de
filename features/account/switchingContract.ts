import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Role, Session } from '#core/contract/session.ts'

export const couldNotSwitch = 'Could not switch user'
/** Hours after which a switch ends automatically. */
export const SWITCH_HOURS = 8

/** A malformed ID is treated like an unknown person. */
const whom = z.strictObject({ user_id: id.or(z.string()) })

/** Person that an admin is about to switch to. */
export const Switchable = z.object({
  id: z.string(),
  first_name: z.string(),
  fullname: z.string(),
  email: z.string(),
  role: Role,
  firm: z.string(),
})
export type Switchable = z.infer<typeof Switchable>

export const routes = {
  whom: defineRoute({
    name: 'account.switchable',
    method: 'GET',
    path: 'user/switch/person',
    summary: 'Get the person I’m about to work as; 403 if that isn’t allowed',
    query: whom,
    answer: Switchable,
  }),
  switchTo: defineRoute({
    name: 'account.switch',
    method: 'GET',
    path: 'user/switch',
    summary: 'Work as someone else: returns a session as that person, with the token to switch back in `Switch`',
    query: whom,
    answer: Session,
  }),
  /** The bearer is the switched session's token, even if that session has expired. */
  switchBack: defineRoute({
    name: 'account.switchBack',
    method: 'POST',
    path: 'user/switch/back',
    summary: 'Switch back: exchanges the switch’s token, once, for the original session with a new token',
    body: z.strictObject({ token: z.string().max(200) }),
    answer: Session,
  }),
}
