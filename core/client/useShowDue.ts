import { useEffect } from 'react'
import { type DueCounts, nativeShell } from './wrapper.ts'

/** Says on the app's icon or in the tray what is due, for as long as somebody is signed in. */
export function useShowDue({ overdue, today }: DueCounts): void {
  useEffect(() => nativeShell?.showDue?.({ overdue, today }), [overdue, today])
  useEffect(() => () => nativeShell?.showDue?.({ overdue: 0, today: 0 }), [])
}
