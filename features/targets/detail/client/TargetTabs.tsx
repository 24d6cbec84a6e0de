import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import type { RefObject } from 'react'
import { isTemporary } from '#core/sync/protocol.ts'
import type { Target } from '../../contract.ts'
import { CollaborationTab, collaboratorsOf } from '../../sharing/client/CollaborationTab.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { NotesTab } from './NotesTab.tsx'
import s from './TargetDetail.module.css'

type Props = { target: Target; isDropping: RefObject<boolean>; onNoteTyped: (isTyped: boolean) => void }

/** Notes, Activity, and Collaboration. Leaving the notes saves the typed text. */
export function TargetTabs({ target, isDropping, onNoteTyped }: Props) {
  const isNew = isTemporary(target.id)
  const people = collaboratorsOf(target).length
  if (target.shared === 'pending') return <p className="cap">Notes, steps, and history appear after you accept.</p>
  return (
    <Tabs
      defaultValue="notes"
      classNames={{ list: `gap24 ${s.list}`, tab: `medium dim touch ${s.tab}` }}
      keepMounted={false}
    >
      <Tabs.List aria-label="Target">
        <Tabs.Tab value="notes">Notes</Tabs.Tab>
        <Tabs.Tab value="activity">
          Activity
          {target.tasks.length > 0 && <span className={`num medium dim size12 ${s.count}`}>{target.tasks.length}</span>}
        </Tabs.Tab>
        <Tabs.Tab value="collaboration" disabled={isNew} title={isNew ? 'This Target isn’t synced yet.' : undefined}>
          Collaboration
          {people > 0 && <span className={`num medium dim size12 ${s.count}`}>{people}</span>}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="notes" pt="lg">
        <NotesTab target={target} isDropping={isDropping} onTyped={onNoteTyped} />
      </Tabs.Panel>
      <Tabs.Panel value="activity" pt="lg">
        <ActivityTab target={target} />
      </Tabs.Panel>
      <Tabs.Panel value="collaboration" pt="lg">
        <CollaborationTab target={target} />
      </Tabs.Panel>
    </Tabs>
  )
}
