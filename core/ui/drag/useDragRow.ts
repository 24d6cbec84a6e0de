import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

/** Above or below the row under the pointer. */
export type Edge = 'above' | 'below'
type Dragged = { kind: string; id: string }

type Options = {
  /** Kinds that can be dropped on the row. */
  takes: readonly string[]
  /** Always drops below, as on the heading of a list. */
  isHead?: boolean
  isDisabled: boolean
  onDrop: (dragged: Dragged, edge: Edge) => void
}

/** Makes a row draggable by its handle and a drop target. `edge` is the position of the drop indicator. */
export function useDragRow(kind: string, id: string, { takes, isHead = false, isDisabled, onDrop }: Options) {
  const row = useRef<HTMLElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [edge, setEdge] = useState<Edge | null>(null)
  const [isDragged, setDragged] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  const kinds = takes.join(' ')
  useEffect(() => {
    const element = row.current
    if (!element || !handle.current || isDisabled) return
    const edgeAt = (data: Record<string | symbol, unknown>, clientY: number): Edge => {
      if (isHead && data.kind !== kind) return 'below'
      const { top, height } = element.getBoundingClientRect()
      return clientY < top + height / 2 ? 'above' : 'below'
    }
    const stopDragging = draggable({
      element,
      dragHandle: handle.current,
      getInitialData: () => ({ kind, id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
    const stopTaking = dropTargetForElements({
      element,
      canDrop: ({ source }) => kinds.split(' ').includes(String(source.data.kind)) && source.data.id !== id,
      onDrag: ({ source, location }) => setEdge(edgeAt(source.data, location.current.input.clientY)),
      onDragLeave: () => setEdge(null),
      onDrop: ({ source, location }) => {
        setEdge(null)
        drop.current(source.data as Dragged, edgeAt(source.data, location.current.input.clientY))
      },
    })
    return () => {
      stopDragging()
      stopTaking()
    }
  }, [kind, id, kinds, isHead, isDisabled])
  return { row, handle, edge, isDragged }
}
