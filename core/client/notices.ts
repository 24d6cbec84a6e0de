// What there is to tell, for the screens that show it or turn it off.
import { type ComponentType, use } from 'react'
import type { Notice } from '#core/contract/notice.ts'
import { once } from './later.tsx'
import { useProduct } from './product.ts'

/** A line of the inbox, as what stands below it sees it. */
export type NoticeLine = { subjectId: string | null; text: string; answered: string | null; markRead: () => void }

/** How the lines of a kind look: an icon, and what can be done about a line on the spot. */
export type NoticeLook = {
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  Below?: ComponentType<NoticeLine>
}
/** By the kind. */
export type NoticeLooks = Record<string, NoticeLook>

/** What a feature tells people of. */
export type ToldNotices = { notices: readonly Notice[]; looks: NoticeLooks }

/** Wait for what the features tell as a component does that is loaded. */
export const useNotices = (): readonly Notice[] => use(once(useProduct().notices)).notices
export const useNoticeLooks = (): NoticeLooks => use(once(useProduct().notices)).looks
