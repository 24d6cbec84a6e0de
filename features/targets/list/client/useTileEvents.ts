import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useMemo } from 'react'
import { afterPaint } from '#core/client/afterPaint.ts'
import { isPlainClick } from '#core/client/router/Link.tsx'
import { useRouter } from '#core/client/router/useRouter.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import type { TargetActions } from '../../client/useTargetActions.ts'
import { setActiveTile, tileAt } from './activeTile.ts'

export type TileMenuKind = 'more' | 'snooze'
export type TileHandlers = {
  onFlip: (id: string | null) => void
  onMenu: (id: string, kind: TileMenuKind, button: HTMLElement) => void
}

/** Handles the events of all tiles at the list, so that a tile has no listeners. Elements name what they do in `data-act`. */
export function useTileEvents({ onFlip, onMenu }: TileHandlers) {
  const router = useRouter()
  const engine = useEngine()
  const zone = useZone()
  useEffect(() => () => setActiveTile(null), [])
  return useMemo(() => {
    let over: string | null = null
    const later = (act: (actions: TargetActions) => unknown) =>
      void import('../../client/useTargetActions.ts').then(
        (file) => act(file.targetActionsOn(engine, zone)),
        () => undefined,
      )
    const acts: Record<string, (id: string, element: HTMLElement, event: MouseEvent) => void> = {
      open: (_, element, event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void router.navigate({ to: element.getAttribute('href')! })
      },
      more: (id, element) => onMenu(id, 'more', element),
      snooze: (id, element) => onMenu(id, 'snooze', element),
      edit: (id) => onFlip(id),
      won: (id) => targetDialogs.complete(id),
      step: (id) => targetDialogs.nextStep(id),
      pursue: (id) => later((actions) => actions.pursue(id)),
      retry: (id) => later((actions) => actions.retry(id)),
    }
    return {
      onClick(event: MouseEvent) {
        const id = tileAt(event.target)
        const element = (event.target as Element).closest<HTMLElement>('[data-act]')
        if (id !== undefined && element && !event.defaultPrevented) acts[element.dataset.act!]?.(id, element, event)
      },
      onKeyDown: (event: KeyboardEvent) => void import('./moveInTile.ts').then((file) => file.moveInTile(event)),
      onFocus: (event: FocusEvent) => setActiveTile(tileAt(event.target) ?? null),
      onPointerOver({ target, pointerType }: PointerEvent) {
        const id = pointerType === 'mouse' ? tileAt(target) : undefined
        if (id === undefined) return
        over = id
        // An action that moves the tiles under the mouse is painted first.
        afterPaint(() => over === id && setActiveTile(id))
      },
      // The tile with focus keeps its buttons for the keyboard.
      onPointerLeave() {
        over = null
        setActiveTile(tileAt(document.activeElement) ?? null)
      },
    }
  }, [router, engine, zone, onFlip, onMenu])
}
