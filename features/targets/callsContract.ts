// What the calls of several ideas have in common.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { TargetTile } from './contract.ts'

export const onTarget = z.strictObject({ id })
export const NoFields = z.strictObject({}).optional()

/** A call that is one action on a target. */
export const actionCall = (name: string, summary: string) => ({
  name: `targets.${name}`,
  method: 'POST' as const,
  path: 'tiles/:id',
  summary,
  params: onTarget,
  when: { action: name },
  answer: TargetTile,
})
