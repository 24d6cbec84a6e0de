import { type ComponentType, use } from 'react'
import type { Notice } from '#core/contract/notice.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { loadOnce } from './lazyComponent.tsx'
import { useProduct } from './product.ts'

export type NoticeLine = { subjectId: string | null; text: string; answered: string | null; markRead: () => void }

/** `id` is the same each time. */
export type NoticeAct = { id: string; label: string; act: () => void }

export type NoticeIcon = {
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  Below?: ComponentType<NoticeLine>
  /** Actions on a system notification, as the local rows allow them now. */
  acts?: (engine: Engine, line: Pick<NoticeLine, 'subjectId' | 'answered'>) => NoticeAct[]
}
/** Keyed by kind. */
export type NoticeLooks = Record<string, NoticeIcon>

export type FeatureNotices = { notices: readonly Notice[]; looks: NoticeLooks }

/** These hooks suspend until the notifications have loaded. */
export const useNotices = (): readonly Notice[] => use(loadOnce(useProduct().notices)).notices
export const useNoticeIcons = (): NoticeLooks => use(loadOnce(useProduct().notices)).looks
