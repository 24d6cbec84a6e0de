// Panels that features put into the Controls dialog of the Tracker. The app provides the list.
import { type ComponentType, createContext, lazy } from 'react'
import { isFlagOn, type Subscriptions } from '#core/contract/session.ts'

type Load = () => Promise<{ default: ComponentType }>
export type OfferedPanel = {
  flag: string
  isOffered: (subscriptions: Subscriptions | undefined) => boolean
  /** For fetching it ahead. */
  load: Load
  Panel: ComponentType
}

/** Only where the firm's subscription has the flag. */
export const offerPanel = (flag: string, load: Load): OfferedPanel => ({
  flag,
  isOffered: (subscriptions) => subscriptions !== undefined && isFlagOn(subscriptions, flag),
  load,
  Panel: lazy(load),
})

export const OfferedPanels = createContext<readonly OfferedPanel[]>([])
