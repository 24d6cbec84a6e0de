import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { rememberedOpen, rememberOpen } from '#core/client/openParts.ts'
import { useSession } from '#core/client/session.ts'
import { useZone } from '#core/client/useToday.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { countsOf, filters, matchesLessonSearch } from '../listing.ts'
import type { ShownLesson } from '../shown.ts'
import { AssignedLessons } from './AssignedLessons.tsx'
import { ContinueWatching } from './ContinueWatching.tsx'
import { LessonCategory } from './LessonCategory.tsx'
import { LessonFilters } from './LessonFilters.tsx'
import { type Narrowing, savedNarrowing, saveNarrowing } from './narrowing.ts'
import { useLessons } from './useLessons.ts'

const LIST = 'trainer-lessons-open'

/** Lists the curriculum by category, with progress and what to watch next. */
export function LessonsTab() {
  const user = useSession()?.user.id ?? ''
  const lessons = useLessons(useZone())
  const [{ search, filter }, setNarrowing] = useState(() => savedNarrowing(user))
  const [kept, setKept] = useState(() => rememberedOpen(LIST, user))
  const [shut, setShut] = useState(noneShut)
  const categories = useMemo(() => [...Map.groupBy(lessons, ({ category }) => category)], [lessons])
  const counts = useMemo(() => countsOf(lessons), [lessons])
  if (lessons.length === 0)
    return <EmptyState title="No lessons yet">Lessons appear here as soon as they are published.</EmptyState>

  const isNarrowed = filter !== null || search !== ''
  const left = lessons.filter(
    (lesson) => (filter === null || filters[filter].keeps(lesson)) && matchesLessonSearch(lesson, search),
  )
  const isLeft = new Set(left.map(({ id }) => id))
  const ids = categories.map(([id]) => id)
  // Search results are open, and closing them isn't remembered.
  const open = new Set(isNarrowed ? ids.filter((id) => !shut.has(id)) : (kept ?? [atFirst(lessons)]))
  const isAllOpen = ids.every((id) => open.has(id))
  const setOpen = (now: readonly string[]) => {
    if (isNarrowed) return setShut(new Set(ids.filter((id) => !now.includes(id))))
    setKept([...now])
    rememberOpen(LIST, user, now)
  }
  const narrow = (to: Partial<Narrowing>) => {
    const narrowing = { search, filter, ...to }
    setNarrowing(narrowing)
    setShut(noneShut)
    saveNarrowing(user, narrowing)
  }
  const toggle = (id: string) => setOpen(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id])

  return (
    <>
      {!isNarrowed && <ContinueWatching lessons={lessons} />}
      {!isNarrowed && <AssignedLessons lessons={lessons} />}
      <LessonFilters
        search={search}
        onSearch={(to) => narrow({ search: to })}
        filter={filter}
        onFilter={(to) => narrow({ filter: to })}
        counts={counts}
        onReset={() => narrow({ search: '', filter: null })}
      >
        {left.length > 0 && (
          <Button variant="default" onClick={() => setOpen(isAllOpen ? [] : ids)}>
            {isAllOpen ? 'Close All' : 'Open All'}
          </Button>
        )}
      </LessonFilters>
      <p className="hide" role="status">
        {isNarrowed ? `${left.length} ${left.length === 1 ? 'lesson' : 'lessons'}` : ''}
      </p>
      {left.length === 0 && (
        <EmptyState
          title="No matching lessons"
          action={
            <Button variant="default" onClick={() => narrow({ search: '', filter: null })}>
              Show All Lessons
            </Button>
          }
        >
          No lesson titles, descriptions, or transcripts match your search.
        </EmptyState>
      )}
      {categories.map(([id, all], place) => {
        const those = all.filter((lesson) => isLeft.has(lesson.id))
        if (those.length === 0) return null
        return (
          <LessonCategory
            key={id}
            all={all}
            lessons={those}
            search={search}
            place={place}
            isOpen={open.has(id)}
            onToggle={() => toggle(id)}
          />
        )
      })}
      <div className="ruled" />
    </>
  )
}

const noneShut: ReadonlySet<string> = new Set()

/** Returns the category that the person is in, or else the first. */
const atFirst = (lessons: readonly ShownLesson[]) => (lessons.find(({ isLatest }) => isLatest) ?? lessons[0]!).category
