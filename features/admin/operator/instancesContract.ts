// Nouns of the deployments beside each other: which one people sign in at. No rules.
import { z } from 'zod'
import { messages, requiredText, text } from '#core/contract/fields.ts'
import { instanceKey } from '#core/contract/instanceKey.ts'
import { defineRoute } from '#core/contract/route.ts'
import { DomainInput } from '#features/account/signOnContract.ts'

export const instanceLimits = { key: 63, name: 100, url: 300, domains: 500 } as const

const NamedFirm = z.object({ id: z.string(), name: z.string() })
export const ListedInstance = z.object({
  key: z.string(),
  name: z.string(),
  /** Null: as people came; of this instance alone. */
  url: z.string().nullable(),
  is_own: z.boolean(),
  /** `firm` has proved it on this instance: its people sign in here, wherever it is listed. */
  domains: z.array(z.object({ domain: z.string(), firm: NamedFirm.nullable() })),
})
export type ListedInstance = z.infer<typeof ListedInstance>
export const InstanceList = z.object({
  instances: z.array(ListedInstance),
  /** Domains that firms of this instance have proved, the first 200 by name. */
  proved: z.array(z.object({ domain: z.string(), firm: NamedFirm })),
  proved_count: z.number(),
  /** Where links in mails lead; null: as people came. */
  site_url: z.string().nullable(),
})
export type InstanceList = z.infer<typeof InstanceList>

const urlSentence = 'Enter a URL such as https://west.pursuit.example, without a path.'
/** Protocol, host and perhaps a port. */
const root = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/?$/i
const keySentence = 'Use lowercase letters, digits, and hyphens.'
/** What of an instance can be changed. An empty `url` is none. */
export const InstanceInput = z.strictObject({
  name: requiredText(instanceLimits.name),
  url: text(instanceLimits.url)
    .refine((given) => given === '' || root.test(given), urlSentence)
    .transform((given) => (given === '' ? null : given.toLowerCase().replace(/\/$/, ''))),
  domains: z
    .array(DomainInput.shape.domain)
    .max(instanceLimits.domains, `The limit is ${instanceLimits.domains} domains.`)
    .transform((given) => [...new Set(given)]),
})
export type InstanceInput = z.infer<typeof InstanceInput>
export const NewInstanceInput = InstanceInput.extend({
  key: text(instanceLimits.key).toLowerCase().min(1, messages.complete).regex(instanceKey, keySentence),
})
export type NewInstanceInput = z.infer<typeof NewInstanceInput>

const params = z.strictObject({ key: z.string().regex(instanceKey) })

export const instanceRoutes = {
  instances: defineRoute({
    name: 'operator.instances',
    method: 'GET',
    path: 'operator/instances',
    summary: 'This deployment and those beside it, with the domains whose people sign in there',
    answer: InstanceList,
  }),
  addInstance: defineRoute({
    name: 'operator.addInstance',
    method: 'POST',
    path: 'operator/instances',
    summary: 'Add a deployment to the list',
    body: NewInstanceInput,
    answer: InstanceList,
  }),
  changeInstance: defineRoute({
    name: 'operator.changeInstance',
    method: 'PUT',
    path: 'operator/instances/:key',
    summary: 'Change the name, the address and the domains of a deployment',
    params,
    body: InstanceInput,
    answer: InstanceList,
  }),
  removeInstance: defineRoute({
    name: 'operator.removeInstance',
    method: 'DELETE',
    path: 'operator/instances/:key',
    summary: 'Remove another deployment from the list',
    params,
    answer: InstanceList,
  }),
}
