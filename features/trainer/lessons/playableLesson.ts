// Which lessons somebody may watch, as far as their device knows for certain. Pure.
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { brandedFlag, trainerFlag } from '../flagsContract.ts'
import type { FirmLessonRow, LessonRow } from './contract.ts'

type Subscriptions = Parameters<typeof isFeatureOn>[0]
type WithVideo = Pick<LessonRow | FirmLessonRow, 'id' | 'video'>

/**
 * The ids of all lessons with a video that the person may watch; null while that is not certain. `curriculum` and `ofFirm` are null
 * where the device has no list yet: without the firm's subscription there is none to wait for.
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
