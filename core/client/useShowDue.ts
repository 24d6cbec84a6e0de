import { useEffect } from 'react'
import { type DueCounts, nativeShell } from './nativeShell.ts'

/** Shows due steps on the app's icon or in the tray while a person is signed in. */
export function useShowDue({ overdue, today }: DueCounts): void {
  useEffect(() => nativeShell?.showDue?.({ overdue, today }), [overdue, today])
  useEffect(() => () => nativeShell?.showDue?.({ overdue: 0, today: 0 }), [])
}
