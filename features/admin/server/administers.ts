import type { Policy } from '#core/server/routes.ts'

/** Allows firm admins and the vendor's operators, for their own firm. */
export const administers: Policy = {
  name: 'administers',
  isPublic: false,
  allows: ({ actor }) => actor.role !== 'member',
}
