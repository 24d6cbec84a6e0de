import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine, useRows } from '#core/client/sync.tsx'
import { managesContent } from '#core/contract/orgReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { firmLessons } from '../../lessons/contract.ts'
import type { FirmContent } from '../contract.ts'
import { firmContentsQuery } from '../queries.ts'
import { AddingLine } from './AddingLine.tsx'
import { comeBack, useAdding } from './adding.ts'
import { ContentLine } from './ContentLine.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import s from './FirmContent.module.css'
import { firmContentLabels } from './labels.ts'

const LessonDialog = lazyComponent(() => import('./LessonDialog.tsx').then((file) => file.LessonDialog))

type Asking = { kind: 'add' } | { kind: 'edit' | 'delete'; content: FirmContent }

/** Lists the firm's own lessons. People who manage them can add, edit, and delete. */
export function FirmContentList({ isOffline }: TabProps) {
  const engine = useEngine()
  const all = useAdding((state) => state.all)
  // Hides uploads of a person who was signed in here before.
  const adding = all.filter((one) => one.engine.actor.id === engine.actor.id)
  // Any change to a lesson, by anyone, reloads the list.
  const asked = useQuery(firmContentsQuery, undefined, { when: useRows(firmLessons) })
  const session = useSession()
  const [asking, setAsking] = useState<Asking | null>(null)
  const isKeeper = session !== null && managesContent(session.user.role, session.Settings ?? {})
  useEffect(() => {
    if (isKeeper) void comeBack(engine)
  }, [engine, isKeeper])
  const contents = asked.value?.firmcontents
  const close = () => setAsking(null)
  // The tab's count follows the feed.
  const reload = async () => {
    void engine.pull()
    await asked.refresh()
  }
  const add = (
    <Button
      leftSection={<Icon name="plus" stroke={2} />}
      disabled={isOffline}
      onClick={() => setAsking({ kind: 'add' })}
    >
      {firmContentLabels.add}
    </Button>
  )
  return (
    <section aria-label="Firm Content">
      <div className={`row wrap between ${s.head}`}>
        <p className="dim">{firmContentLabels.intro}</p>
        {isKeeper && add}
      </div>
      <AnswerState isAwaited of={asked} />
      {contents?.length === 0 && adding.length === 0 && (
        <EmptyState title="Your firm hasn’t added any lessons yet" action={isKeeper && add} />
      )}
      {(adding.length > 0 || (contents && contents.length > 0)) && (
        <ul className="ruled">
          {adding.map((one) => (
            <AddingLine key={one.key} adding={one} />
          ))}
          {contents?.map((content) => (
            <ContentLine
              key={content.id}
              content={content}
              isKeeper={isKeeper}
              isOffline={isOffline}
              onAsk={(kind) => setAsking({ kind, content })}
            />
          ))}
        </ul>
      )}

      {asking?.kind === 'add' && <LessonDialog content={null} onClose={close} onSaved={reload} />}
      {asking?.kind === 'edit' && <LessonDialog content={asking.content} onClose={close} onSaved={reload} />}

      {asking?.kind === 'delete' && <DeleteDialog content={asking.content} onClose={close} onDeleted={reload} />}
    </section>
  )
}
