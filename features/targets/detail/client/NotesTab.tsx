import { Button, Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { instantOf, relativeTime } from '#core/contract/dates.ts'
import { useNow } from '../../client/useNow.ts'
import { useZone } from '../../client/useToday.ts'
import { words } from '../../client/words.ts'
import { limits, type Target } from '../../contract.ts'
import { ownNote } from '../../facts.ts'
import { CollaboratorNotes } from './CollaboratorNotes.tsx'
import s from './TargetDetail.module.css'
import { useNoteDraft } from './useNoteDraft.ts'

/** How often 'Last saved …' is told anew. */
const TELL_MS = 30_000
/** The counter shows when this many characters are left. */
const NEAR_END = 100

/** The person's own note, and below it the colleagues'. */
export function NotesTab({ target, isDropping }: { target: Target; isDropping: RefObject<boolean> }) {
  const zone = useZone()
  const draft = useNoteDraft(target, isDropping)
  const saved = ownNote(target)?.modified
  const now = useNow(TELL_MS, saved)
  if (target.shared === 'pending') return <p className={`cap ${s.hint}`}>{words.collaboratorHint}</p>
  const length = draft.text.trim().length
  const isTooLong = length > limits.note
  return (
    <>
      <Textarea
        label={words.yourNote}
        description={words.noteHint}
        autosize
        minRows={6}
        maxRows={16}
        classNames={{ label: s.h, input: s.note }}
        value={draft.text}
        error={isTooLong ? `Maximum length is ${limits.note} characters` : undefined}
        onChange={(event) => draft.setText(event.currentTarget.value)}
        onFocus={draft.wait}
        onBlur={draft.saveSoon}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) draft.save()
        }}
      />
      <div className={s.saved}>
        <span className="cap" aria-live="polite">
          {draft.isChanged
            ? 'Not saved yet'
            : saved && (
                <>
                  <IconCheck size={14} stroke={2} aria-hidden />
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
