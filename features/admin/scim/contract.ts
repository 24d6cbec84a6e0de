// Schemas and routes of provisioning. SCIM's own resources are in server/resources.ts.
import { z } from 'zod'
import { id, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const scimLimits = { name: 60, tokens: 10 } as const
export const SCIM_PATH = '/scim/v2'

export const ScimToken = z.object({
  id: z.string(),
  name: z.string(),
  /** Instants. Null means never used. */
  made_at: z.string(),
  used_at: z.string().nullable(),
})
export type ScimToken = z.infer<typeof ScimToken>

export const LeavesTo = z.enum(['manager', 'heir'])

export const ProvisioningState = z.object({
  /** Base URL for the directory's calls. */
  address: z.string(),
  tokens: z.array(ScimToken),
  /** Targets go to the person's manager, or to the heir if there is none, or always to the heir. */
  leaves_to: LeavesTo,
  heir: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type ProvisioningState = z.infer<typeof ProvisioningState>

export const NewToken = z.strictObject({ name: requiredText(scimLimits.name) })
export const DeactivationInput = z.strictObject({ leaves_to: LeavesTo, heir_id: id.nullable() })
export type DeactivationInput = z.infer<typeof DeactivationInput>

export const scimRoutes = {
  read: defineRoute({
    name: 'scim.read',
    method: 'GET',
    path: 'admin/scim',
    summary: 'List the firm’s directory keys, and who takes over Targets when someone leaves',
    answer: ProvisioningState,
  }),
  makeToken: defineRoute({
    name: 'scim.makeToken',
    method: 'POST',
    path: 'admin/scim/tokens',
    summary: 'Create a directory key; it’s shown only once',
    body: NewToken,
    answer: z.object({ token: z.string(), made: ScimToken }),
  }),
  endToken: defineRoute({
    name: 'scim.endToken',
    method: 'DELETE',
    path: 'admin/scim/tokens/:id',
    summary: 'Revoke a key: the directory can no longer use it',
    params: z.strictObject({ id }),
  }),
  changeLeaving: defineRoute({
    name: 'scim.changeLeaving',
    method: 'PUT',
    path: 'admin/scim',
    summary: 'Set who takes over the targets of people the directory deactivates',
    body: DeactivationInput,
    answer: ProvisioningState,
  }),
}
