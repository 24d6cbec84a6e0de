// What there is to tell, for the screens that show it or turn it off. The app provides it.
import { type ComponentType, createContext, useContext } from 'react'
import type { Notice } from '#core/contract/notice.ts'

export const Notices = createContext<readonly Notice[]>([])
export const useNotices = () => useContext(Notices)

/** A line of the inbox, as what stands below it sees it. */
export type NoticeLine = { subjectId: string | null; text: string; answered: string | null; markRead: () => void }

/** How the lines of a kind look: an icon, and what can be done about a line on the spot. */
export type NoticeLook = {
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  Below?: ComponentType<NoticeLine>
}
/** By the kind. */
export type NoticeLooks = Record<string, NoticeLook>
