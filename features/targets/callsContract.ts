import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { TargetTile } from './contract.ts'

export const onTarget = z.strictObject({ id })
export const NoFields = z.strictObject({}).optional()

export const actionCall = (name: string, summary: string) => ({
  name: `targets.${name}`,
  method: 'POST' as const,
  path: 'tiles/:id',
  summary,
  params: onTarget,
  when: { action: name },
  answer: TargetTile,
})
