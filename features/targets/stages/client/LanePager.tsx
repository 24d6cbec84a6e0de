import { ActionIcon } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import { type Lane, laneName } from '../board.ts'
import s from './Board.module.css'

type Props = { board: RefObject<HTMLElement | null>; lanes: readonly Lane[] }

/** Shows which column a phone's board shows, and leads to the others without a swipe. */
export function LanePager({ board, lanes }: Props) {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const element = board.current
    if (!element) return
    const look = () => setAt(Math.round(element.scrollLeft / element.clientWidth))
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [board])
  const show = (place: number) =>
    board.current?.querySelectorAll('[data-lane]')[place]?.scrollIntoView({ inline: 'start', block: 'nearest' })
  const step = (place: number, icon: 'chevron-left' | 'chevron-right') => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      disabled={!lanes[place]}
      aria-label={lanes[place] ? `Show ${laneName(lanes[place])}` : 'No more columns'}
      onClick={() => show(place)}
    >
      <Icon name={icon} size={20} />
    </ActionIcon>
  )
  return (
    <div className={`row between ${s.pager}`}>
      {step(at - 1, 'chevron-left')}
      <span className="row gap8">
        {lanes.map((lane, place) => (
          <span
            key={lane.stage?.id ?? 'none'}
            aria-hidden
            className={`rigid ${s.dot}`}
            data-here={place === at || undefined}
          />
        ))}
        <span className="cap num nowrap">
          <span className="hide">Column </span>
          {at + 1} of {lanes.length}
        </span>
      </span>
      {step(at + 1, 'chevron-right')}
    </div>
  )
}
