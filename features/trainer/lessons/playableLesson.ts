// Determines which lessons a person can watch, as far as the device is certain. Pure.
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { brandedFlag, trainerFlag } from '../flagsContract.ts'
import type { FirmLessonRow, LessonRow } from './contract.ts'

type Subscriptions = Parameters<typeof isFeatureOn>[0]
type WithVideo = Pick<LessonRow | FirmLessonRow, 'id' | 'video'>

/**
 * Returns the IDs of lessons with a video that the person can watch; null while uncertain. `curriculum` and `ofFirm`
 * are null until loaded. Without the subscription there is no list to wait for.
 */
export function playableLesson(
  subscriptions: Subscriptions,
  curriculum: readonly WithVideo[] | null,
  ofFirm: readonly WithVideo[] | null,
): ReadonlySet<string> | null {
  const has = (...flags: Flag[]) => flags.every((flag) => isFeatureOn(subscriptions, flag))
  const lists = [has(trainerFlag) ? curriculum : [], has(trainerFlag, brandedFlag) ? ofFirm : []]
  const ids = new Set<string>()
  for (const list of lists) {
    if (!list) return null
    for (const { id, video } of list) if (video !== null) ids.add(id)
  }
  return ids
}
