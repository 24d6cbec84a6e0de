import { useMemo } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import type { TargetActions } from '../../client/useTargetActions.ts'

/** A tile's click actions that need no dialog. Loaded with the list's tools, after the tiles are painted. */
export function useTileActions() {
  const engine = useEngine()
  const zone = useZone()
  return useMemo(() => {
    const later = (act: (actions: TargetActions) => unknown) =>
      void import('../../client/useTargetActions.ts').then(
        (file) => act(file.targetActionsOn(engine, zone)),
        () => undefined,
      )
    return {
      pursue: (id: string) => later((actions) => actions.pursue(id)),
      retry: (id: string) => later((actions) => actions.retry(id)),
    }
  }, [engine, zone])
}
