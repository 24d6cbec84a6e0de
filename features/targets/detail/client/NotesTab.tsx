import '@mantine/core/styles/Input.layer.css'
import { Button, Textarea } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { instantOf } from '#core/contract/dates.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { targetLabels, whoReadsNote } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useNow } from '../../client/useNow.ts'
import { limits, type Target } from '../../contract.ts'
import { ownNote } from '../../facts.ts'
import { CollaboratorNotes } from './CollaboratorNotes.tsx'
import s from './TargetDetail.module.css'
import { useNoteDraft } from './useNoteDraft.ts'

/** Milliseconds between updates of 'Last saved …'. */
const TELL_MS = 30_000
/** Shows the counter when this many characters are left. */
const NEAR_END = 100

type Props = {
  target: Target
  isDropping: RefObject<boolean>
  /** Reports whether typed text is unsaved. */
  onTyped: (isTyped: boolean) => void
}

/** A managed person's note is read-only. */
export function NotesTab({ target, isDropping, onTyped }: Props) {
  const { proxyFor } = useTargetPlace()
  if (proxyFor) return <OwnersNote target={target} />
  if (target.shared === 'pending') return <p className={`cap ${s.hint}`}>{targetLabels.collaboratorHint}</p>
  return <OwnNote target={target} isDropping={isDropping} onTyped={onTyped} />
}

function OwnersNote({ target }: { target: Target }) {
  const zone = useZone()
  const { first_name } = useEngine().actor
  const saved = ownNote(target)?.modified
  const now = useNow(TELL_MS, saved)
  return (
    <>
      <section aria-labelledby="owners-note">
        <h2 className={`title ${s.h}`} id="owners-note">
          {first_name}’s note
        </h2>
        <p className="cap">Only {first_name} can change it.</p>
        <p className={s.noteText}>{target.note || `${first_name} hasn’t written a note.`}</p>
        {saved && <p className="cap">Last saved {relativeTime(instantOf(zone, saved), now)}</p>}
      </section>
      <CollaboratorNotes target={target} zone={zone} now={now} />
    </>
  )
}

function OwnNote({ target, isDropping, onTyped }: Props) {
  const zone = useZone()
  const draft = useNoteDraft(target, isDropping)
  const { isChanged } = draft
  useEffect(() => {
    onTyped(isChanged)
    return () => onTyped(false)
  }, [onTyped, isChanged])
  const saved = ownNote(target)?.modified
  const now = useNow(TELL_MS, saved)
  const length = draft.text.trim().length
  const isTooLong = length > limits.note
  return (
    <>
      <Textarea
        label={targetLabels.yourNote}
        description={
          <>
            {targetLabels.noteHint} <span>{whoReadsNote(target.private)}</span>
          </>
        }
        autosize
        minRows={6}
        maxRows={16}
        classNames={{ label: `title ${s.h}`, input: `surface ${s.note}` }}
        value={draft.text}
        error={isTooLong ? `Maximum length is ${limits.note} characters` : undefined}
        onChange={(event) => draft.setText(event.currentTarget.value)}
        onFocus={draft.wait}
        onBlur={draft.saveSoon}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) draft.save()
        }}
      />
      <div className={`row gap16 mt8 ${s.saved}`}>
        <span className="cap" aria-live="polite">
          {draft.isChanged
            ? 'Not saved yet'
            : saved && (
                <>
                  <Icon name="check" size={14} stroke={2} />
                  Last saved {relativeTime(instantOf(zone, saved), now)}
                </>
              )}
        </span>
        {length > limits.note - NEAR_END && (
          <span className="cap num">
            {length} of {limits.note}
          </span>
        )}
        <Button variant="default" onClick={draft.save}>
          Save
        </Button>
      </div>
      <CollaboratorNotes target={target} zone={zone} now={now} />
    </>
  )
}
