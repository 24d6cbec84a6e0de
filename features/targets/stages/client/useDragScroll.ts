import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect } from 'react'
import { speedAt } from '../dragSpeed.ts'

/** Scrolls the board and the column under the pointer while a card is dragged near their edges. */
export function useDragScroll(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let pointer: { x: number; y: number } | null = null
    let frame = 0
    const step = () => {
      frame = requestAnimationFrame(step)
      if (!pointer || !board.current) return
      const { left, right } = board.current.getBoundingClientRect()
      board.current.scrollLeft += speedAt(pointer.x, left, right)
      const lane = document.elementFromPoint(pointer.x, pointer.y)?.closest('[data-lane]')
      const cards = lane && board.current.contains(lane) ? lane.querySelector('[data-cards]') : null
      if (!cards) return
      const { top, bottom } = cards.getBoundingClientRect()
      cards.scrollTop += speedAt(pointer.y, top, bottom)
    }
    const end = () => {
      cancelAnimationFrame(frame)
      pointer = null
    }
    const stop = monitorForElements({
      canMonitor: ({ source }) => source.data.kind === 'target',
      onDragStart: () => {
        frame = requestAnimationFrame(step)
      },
      onDrag: ({ location }) => {
        const { clientX: x, clientY: y } = location.current.input
        pointer = { x, y }
      },
      onDrop: end,
    })
    return () => {
      stop()
      end()
    }
  }, [board])
}
