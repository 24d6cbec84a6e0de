// Drags cards onto sections, and items of a digest onto each other's positions, by mouse. Keyboard and touch use a
// menu.
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

type Kind = 'content' | 'digest item'

export function useDragCard(id: string, isDisabled: boolean, kind: Kind = 'content') {
  const card = useRef<HTMLElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!card.current || isDisabled) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ kind, id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, isDisabled, kind])
  return { card, isDragged }
}

/** `takes` returns whether the card with this id can be dropped here. */
type Drop = { kind?: Kind; takes: (id: string) => boolean; onDrop: (id: string) => void }
/** `isOver` is true while a card that can be dropped here is over it. */
export function useDropSection({ kind = 'content', takes, onDrop }: Drop) {
  const place = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef({ takes, onDrop })
  latest.current = { takes, onDrop }
  useEffect(() => {
    if (!place.current) return
    return dropTargetForElements({
      element: place.current,
      canDrop: ({ source }) => source.data.kind === kind && latest.current.takes(String(source.data.id)),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        latest.current.onDrop(String(source.data.id))
      },
    })
  }, [kind])
  return { place, isOver }
}
