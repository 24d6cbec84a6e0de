import { useCallback, useMemo } from 'react'
import type { PaletteItem } from '#core/client/palette/palette.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import type { Target } from '../../contract.ts'
import { isJoined } from '../../facts.ts'
import { aboutTarget } from './aboutTarget.ts'

/** Most Targets that a line is offered for. */
const MOST = 4

/** Reads a line typed into the palette, such as 'called Jane 20 min', as a touch on a Target with that contact. */
export function useTouchLine(rows: readonly Target[]): (query: string) => readonly PaletteItem[] {
  const engine = useEngine()
  const parts = useTouchParts()
  const zone = useZone()
  const today = useToday()
  const open = useMemo(() => rows.filter((target) => target.status === 'active' && isJoined(target)), [rows])
  return useCallback(
    (query) => {
      const items: PaletteItem[] = []
      if (!parts) return items
      for (const target of open) {
        const about = aboutTarget(target)
        // Several Targets can have a Jane.
        const label = parts.readLine(query, about.contacts, today)
        if (!label) continue
        items.push({
          key: `touch:${target.id}`,
          label: `Log: ${label}`,
          detail: about.name,
          run: () => parts.logLine(engine, query, about, { zone, today }),
        })
        if (items.length === MOST) break
      }
      return items
    },
    [engine, parts, open, zone, today],
  )
}
