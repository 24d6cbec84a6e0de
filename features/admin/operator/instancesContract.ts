import { z } from 'zod'
import { messages, requiredText, text } from '#core/contract/fields.ts'
import { instanceKey } from '#core/contract/instanceKey.ts'
import { limitIs } from '#core/contract/phrases.ts'
import { defineRoute } from '#core/contract/route.ts'
import { DomainInput } from '#features/account/signOnContract.ts'

export const instanceLimits = { key: 63, name: 100, url: 300, domains: 500 } as const

const NamedFirm = z.object({ id: z.string(), name: z.string() })
export const ListedInstance = z.object({
  key: z.string(),
  name: z.string(),
  /** Null only for this instance: people stay on the URL they came by. */
  url: z.string().nullable(),
  is_own: z.boolean(),
  /** `firm` has verified the domain on this instance. Its people sign in here, wherever the domain is listed. */
  domains: z.array(z.object({ domain: z.string(), firm: NamedFirm.nullable() })),
})
export type ListedInstance = z.infer<typeof ListedInstance>
export const InstanceList = z.object({
  instances: z.array(ListedInstance),
  /** Domains verified by firms of this instance, the first 200 by name. */
  proved: z.array(z.object({ domain: z.string(), firm: NamedFirm })),
  proved_count: z.number(),
  /** Base URL of links in emails. Null uses the URL that people came by. */
  site_url: z.string().nullable(),
})
export type InstanceList = z.infer<typeof InstanceList>

const urlSentence = 'Enter a URL such as https://west.pursuit.example, without a path.'
/** Protocol, host, and an optional port. */
const root = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/?$/i
const keySentence = 'Use lowercase letters, digits, and hyphens.'
/** Editable fields of an instance. An empty `url` is stored as none. */
export const InstanceInput = z.strictObject({
  name: requiredText(instanceLimits.name),
  url: text(instanceLimits.url)
    .refine((given) => given === '' || root.test(given), urlSentence)
    .transform((given) => (given === '' ? null : given.toLowerCase().replace(/\/$/, ''))),
  domains: z
    .array(DomainInput.shape.domain)
    .max(instanceLimits.domains, limitIs(`${instanceLimits.domains} domains`))
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
    summary: 'List this deployment and the others, with the domains whose people sign in there',
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
    summary: 'Change a deployment’s name, URL, and domains',
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
