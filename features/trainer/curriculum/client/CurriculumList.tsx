import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { CurriculumOverview } from '../contract.ts'
import type { CurriculumConfirm } from './asking.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import { CategoryPart } from './CategoryPart.tsx'
import s from './Curriculum.module.css'
import { CurriculumDialog } from './CurriculumDialog.tsx'
import { countedThings } from './labels.ts'
import { useCurriculum } from './useCurriculum.ts'
import { useMoving } from './useMoving.ts'

const withoutArchived = ({ categories }: CurriculumOverview): CurriculumOverview => ({
  categories: categories
    .filter(({ state }) => state !== 'archived')
    .map((category) => ({ ...category, lessons: category.lessons.filter(({ state }) => state !== 'archived') })),
})

/** Lists all categories with their lessons in the order that firms see. */
export function CurriculumList({ isOffline }: { isOffline: boolean }) {
  const curriculum = useCurriculum()
  const { asked, shown: all, take } = curriculum
  const [hasArchived, setArchived] = useState(false)
  const [asking, setAsking] = useState<CurriculumConfirm | null>(null)
  /** Changes to reset the dialog. */
  const [round, setRound] = useState(0)
  const shown = all && (hasArchived ? all : withoutArchived(all))
  const moving = useMoving(curriculum, shown)
  const close = () => setAsking(null)
  /** Reloads the category and resets the dialog. */
  const askAgain = async () => {
    await asked.refresh()
    setRound((before) => before + 1)
  }
  const published = all?.categories.flatMap(({ state, lessons }) => (state === 'published' ? lessons : []))
  return (
    <section className={`stack gap24 ${s.part}`} aria-labelledby="curriculum">
      <div className={`flex wrap top between ${s.head}`}>
        <div>
          <h2 id="curriculum">Curriculum</h2>
          <p className="break pretty dim">
            {published
              ? `Firms with Trainer see ${countedThings(published.filter(({ state }) => state === 'published').length, 'lesson', 'lessons')} in this order. Only operators see drafts.`
              : 'Firms with Trainer see published lessons in this order.'}
          </p>
        </div>
        <div className={`row wrap ${s.actions}`}>
          <Switch
            label="Show archived"
            checked={hasArchived}
            onChange={(event) => setArchived(event.currentTarget.checked)}
          />
          <Button disabled={isOffline || !all} onClick={() => setAsking({ kind: 'category', category: null })}>
            New category
          </Button>
        </div>
      </div>
      <AnswerState isAwaited of={asked} />
      {shown?.categories.length === 0 && (
        <EmptyState title="No categories yet">
          <p>Create one and add lessons to it.</p>
        </EmptyState>
      )}
      {shown?.categories.map((category) => (
        <CategoryPart
          key={category.id}
          category={category}
          isOffline={isOffline}
          curriculum={curriculum}
          moving={moving}
          onAsk={setAsking}
        />
      ))}
      <p role="status" className="hide">
        {moving.said}
      </p>
      {asking?.kind === 'category' && (
        <CategoryDialog
          key={round}
          category={all?.categories.find(({ id }) => id === asking.category?.id) ?? asking.category}
          onClose={close}
          onSaved={take}
          onStale={askAgain}
        />
      )}
      {asking && asking.kind !== 'category' && <CurriculumDialog asking={asking} onClose={close} onChanged={take} />}
    </section>
  )
}
