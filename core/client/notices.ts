// What there is to tell, for the screens that show it or turn it off.
import { type ComponentType, use } from 'react'
import type { Notice } from '#core/contract/notice.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { loadOnce } from './later.tsx'
import { useProduct } from './product.ts'

/** A line of the inbox, as what stands below it sees it. */
export type NoticeLine = { subjectId: string | null; text: string; answered: string | null; markRead: () => void }

/** What a notice of the system offers besides being opened; `id` is the same each time. */
export type NoticeAct = { id: string; label: string; act: () => void }

/** How the lines of a kind look: an icon, and what can be done about a line on the spot. */
export type NoticeIcon = {
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  Below?: ComponentType<NoticeLine>
  /** The same for a notice of the system, as the rows on this device allow it now. */
  acts?: (engine: Engine, line: Pick<NoticeLine, 'subjectId' | 'answered'>) => NoticeAct[]
}
/** By the kind. */
export type NoticeLooks = Record<string, NoticeIcon>

/** What a feature tells people of. */
export type FeatureNotices = { notices: readonly Notice[]; looks: NoticeLooks }

/** Wait for what the features tell as a component does that is loaded. */
export const useNotices = (): readonly Notice[] => use(loadOnce(useProduct().notices)).notices
export const useNoticeIcons = (): NoticeLooks => use(loadOnce(useProduct().notices)).looks
