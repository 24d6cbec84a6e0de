import type { ComponentType } from 'react'
import type { Notice } from '#core/contract/notice.ts'
import type { Engine } from '#core/sync/client/types.ts'
import type { IconName } from '#core/ui/iconNames.ts'

export type NoticeLine = { subjectId: string | null; text: string; answered: string | null; markRead: () => void }

/** `id` is the same each time. */
export type NoticeAct = { id: string; label: string; act: () => void }

export type NoticeIcon = {
  icon: IconName
  Below?: ComponentType<NoticeLine>
  /** Actions on a system notification, as the local rows allow them now. */
  acts?: (engine: Engine, line: Pick<NoticeLine, 'subjectId' | 'answered'>) => NoticeAct[]
}
/** Keyed by kind. */
export type NoticeLooks = Record<string, NoticeIcon>

export type FeatureNotices = { notices: readonly Notice[]; looks: NoticeLooks }
