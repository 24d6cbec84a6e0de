import { UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import shelf from '#core/ui/shelf.module.css'
import { AssignButton } from '../../assigning/client/AssignButton.tsx'
import { ShareBar } from '../../client/ShareBar.tsx'
import { isOnlySaid } from '../listing.ts'
import type { ShownLesson } from '../shown.ts'
import { LessonCard } from './LessonCard.tsx'
import s from './Lessons.module.css'

type Props = {
  /** All lessons of the category, for its progress. */
  all: readonly ShownLesson[]
  /** The visible ones among them. */
  lessons: readonly ShownLesson[]
  /** Search text that found them; '' without a search. */
  search: string
  /** Index among the categories, from 0. */
  place: number
  isOpen: boolean
  onToggle: () => void
}

/** Shows a category's progress, and its lessons when it is open. */
export function LessonCategory({ all, lessons, search, place, isOpen, onToggle }: Props) {
  const id = useId()
  const { category, focus, focus_description } = all[0]!
  const done = all.filter(({ watched }) => watched.done === 'yes').length
  const chevron = isOpen ? 'chevron-down' : 'chevron-right'
  return (
    <section className="ruled" aria-label={focus}>
      <h2 className={`body ${shelf.head}`}>
        <UnstyledButton
          className={`row gap8 fill regular ${s.head}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <Icon name={chevron} stroke={1.75} className="dim" />
          <span className={`title nowrap ${shelf.name} ${s.name}`}>{focus}</span>
          <span className={`one dim onlyWide ${s.about}`}>{focus_description}</span>
          <ShareBar percent={(done / all.length) * 100} className={`rigid ${s.line}`} />
          <span className={`cap rigid num ${s.many}`}>
            {done} of {all.length}
          </span>
        </UnstyledButton>
      </h2>
      {isOpen && (
        <div id={id}>
          <AssignButton subject={{ id: category, title: focus, isCategory: true }} isCompact />
          <ul className={`grid gap16 ${shelf.grid}`}>
            {lessons.map((lesson) => (
              <li key={lesson.id} className="grid">
                <LessonCard lesson={lesson} place={place} isSaid={isOnlySaid(lesson, search)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
