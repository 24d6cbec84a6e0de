import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { isPermitted } from '#core/client/areas.ts'
import type { PaletteEntries } from '#core/client/feature.ts'
import type { PaletteItem } from '#core/client/palette/palette.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useEngine } from '#core/client/sync.tsx'
import type { Session } from '#core/contract/session.ts'
import { trainerFlag } from '../flagsContract.ts'
import { type LessonRow, lessons } from '../lessons/contract.ts'

const none: PaletteEntries = {}
const noRows: readonly LessonRow[] = []

/** Lists the lessons by title, and the Trainer's lists. */
export function usePaletteEntries(session: Session): PaletteEntries {
  const navigate = useNavigate()
  const rows = useKnownLessons()
  const hasTrainer = isPermitted(session, { flag: trainerFlag })
  return useMemo(() => {
    if (!hasTrainer) return none
    const items = rows.map(
      ({ id, number, title, focus }): PaletteItem => ({
        key: `lesson:${id}`,
        label: title,
        detail: `Lesson ${number} · ${focus}`,
        run: () => void navigate({ to: `/lesson/${id}` }),
      }),
    )
    const screens = ['Lessons', 'Worksheets', 'Resources'].map((label): PaletteItem => {
      const path = `/trainers/${label.toLowerCase()}`
      return { key: `screen:${path}`, label, detail: 'Trainer', run: () => void navigate({ to: path }) }
    })
    return { groups: [{ title: 'Lessons', items }], screens }
  }, [rows, hasTrainer, navigate])
}

/** Returns the lessons once this device has loaded the collection. The palette is usable before that. */
function useKnownLessons(): readonly LessonRow[] {
  const engine = useEngine()
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    let isOver = false
    engine.learn().then(
      () => !isOver && setKnown(true),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [engine])
  const known = isKnown ? engine.of(lessons) : null
  return useSyncExternalStore(known?.subscribe ?? noOne, known?.all ?? (() => noRows))
}

const noOne = () => () => undefined
