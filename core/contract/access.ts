// Access to shared items: people, groups with their members, or everyone. Pure.
import { z } from 'zod'
import { id } from './fields.ts'

export const AccessPerson = z.object({ user_id: id, first_name: z.string(), last_name: z.string() })
export const AccessGroup = z.object({ id, name: z.string() })

export const AccessInput = z.object({
  users_access: z.array(id).max(5000).default([]),
  groups_access: z.array(id).max(5000).default([]),
  everyone: z.boolean().default(false),
})
export type AccessInput = z.infer<typeof AccessInput>

/** People and groups to share an item with. */
export const Audience = z.object({
  users: z.array(AccessPerson.extend({ email: z.string() })),
  groups: z.array(AccessGroup.extend({ user_ids: z.array(id) })),
})
export type Audience = z.infer<typeof Audience>

/** Source: the second specification, section 5. */
export const noAccess = 'At least one user must be selected.'
