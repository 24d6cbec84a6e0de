import type { Policy } from '#core/server/routes.ts'

/** Of their own firm: firm admins, and the vendor's operators. */
export const administers: Policy = {
  name: 'administers',
  isPublic: false,
  allows: ({ actor }) => actor.role !== 'member',
}
