import { useCallback, useRef, useState } from 'react'
import { useDraft } from '#core/client/drafts.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useTitle } from '#core/client/title.ts'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import panel from '#core/ui/sidePanel.module.css'
import { targetDialogs } from '../../client/dialogs.ts'
import { shortNameOf, targetLabels } from '../../client/labels.ts'
import { useReopened } from '../../client/useReopened.ts'
import type { Target } from '../../contract.ts'
import { usePageKeys } from '../../list/client/usePageKeys.ts'
import { ActionStrip } from './ActionStrip.tsx'
import { EditPanel } from './EditPanel.tsx'
import { Overwritten } from './Overwritten.tsx'
import { PagerBar } from './PagerBar.tsx'
import { SummaryPanel } from './SummaryPanel.tsx'
import s from './TargetDetail.module.css'
import { TargetHeader } from './TargetHeader.tsx'
import { TargetTabs } from './TargetTabs.tsx'
import { useArrowKeys } from './useArrowKeys.ts'
import { usePager } from './usePager.ts'
import { useSwipe } from './useSwipe.ts'

const DropEmails = lazyComponent(() => import('../../touches/client/DropEmails.tsx').then((file) => file.DropEmails))

/** Direction of the last navigation, so that the next target slides in from that side. */
let cameFrom: 'left' | 'right' | null = null

export function TargetDetail({ target }: { target: Target }) {
  useTitle(shortNameOf(target))
  const pager = usePager(target)
  const [isEditing, setEditing] = useState(false)
  useReopened()
  useDraft(`open:edit:${target.id}`, isEditing || null, setEditing)
  const [side] = useState(chooseSide)
  /** Set by 'Cancel', so that leaving doesn't save the typed text. */
  const isDropping = useRef(false)
  const page = useRef<HTMLDivElement>(null)
  const { goTo, previous, next } = pager
  const back = useCallback(() => move('left', previous, goTo), [previous, goTo])
  const forth = useCallback(() => move('right', next, goTo), [next, goTo])
  useArrowKeys(back, forth)
  usePageKeys(target.shared === 'pending' ? {} : { t: () => targetDialogs.logTouch(target.id) })
  useSwipe(page, { onLeft: next && !isEditing ? forth : undefined, onRight: previous && !isEditing ? back : undefined })
  /** Closes the fields being edited. Asks before it discards typed text. */
  const closeEdit = useRef(() => setEditing(false))
  const [isNoteTyped, setNoteTyped] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const drop = () => {
    isDropping.current = true
    pager.goBack()
  }
  const cancel = isEditing ? () => closeEdit.current() : isNoteTyped ? () => setAsked(true) : undefined
  return (
    <div className="shrink">
      <PagerBar pager={pager} onPrevious={back} onNext={forth} />
      <div ref={page} className={`shrink ${s.slide}`} data-side={side ?? undefined}>
        <header className={`flex top gap24 mb16 ${s.head}`}>
          <TargetHeader target={target} />
          <ActionStrip target={target} isEditing={isEditing} onEdit={() => setEditing(true)} onCancel={cancel} />
        </header>
        <Overwritten target={target} />
        <div className={`grid ${panel.cols} ${s.cols}`} data-editing={isEditing || undefined}>
          {isEditing ? (
            <EditPanel target={target} close={closeEdit} onDone={() => setEditing(false)} />
          ) : (
            <TargetTabs target={target} isDropping={isDropping} onNoteTyped={setNoteTyped} />
          )}
          <SummaryPanel target={target} isPaged={pager.of > 1 && pager.at > 0} />
        </div>
      </div>
      {target.shared !== 'pending' && <DropEmails onTarget={target.id} />}
      <UnsavedPrompt
        unsaved={{ isAsking: isAsked, stay: () => setAsked(false), drop, save: pager.goBack }}
        question={targetLabels.unsaved}
      />
    </div>
  )
}

function move(side: 'left' | 'right', to: Target | undefined, goTo: (to: Target | undefined) => void) {
  if (!to) return
  cameFrom = side
  goTo(to)
}

function chooseSide() {
  const side = cameFrom
  cameFrom = null
  return side
}
