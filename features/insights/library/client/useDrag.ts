// Cards that are dragged onto sections, by the mouse. Keys and fingers have the card's menu.
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

const KIND = 'content'

export function useDragCard(id: string, isDisabled: boolean) {
  const card = useRef<HTMLElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!card.current || isDisabled) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ kind: KIND, id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, isDisabled])
  return { card, isDragged }
}

/** `takes`: whether the card with this id may be let go here. `isOver`: it would be. */
export function useDropSection({ takes, onDrop }: { takes: (id: string) => boolean; onDrop: (id: string) => void }) {
  const place = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef({ takes, onDrop })
  latest.current = { takes, onDrop }
  useEffect(() => {
    if (!place.current) return
    return dropTargetForElements({
      element: place.current,
      canDrop: ({ source }) => source.data.kind === KIND && latest.current.takes(String(source.data.id)),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        latest.current.onDrop(String(source.data.id))
      },
    })
  }, [])
  return { place, isOver }
}
