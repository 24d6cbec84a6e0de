import '@mantine/core/styles/Avatar.layer.css'
import { Avatar, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { instantOf } from '#core/contract/dates.ts'
import { relativeTime } from '#core/contract/times.ts'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { targetLabels } from '../../client/labels.ts'
import type { Note, Target } from '../../contract.ts'
import s from './TargetDetail.module.css'

/** Characters of a colleague's note to show at first. Source: the specification, section 9. */
const SHOWN = 200

export function CollaboratorNotes({ target, zone, now }: { target: Target; zone: string; now: Date }) {
  const others = target.notes.filter((note) => note.user_id !== target.user_id && note.note !== '')
  return (
    <section aria-labelledby="collaborator-notes">
      <h2 className={`small ${s.caps}`} id="collaborator-notes">
        {targetLabels.collaboratorNotes}
      </h2>
      <p className={`cap ${s.hint}`}>{targetLabels.collaboratorHint}</p>
      {others.length > 0 && (
        <ul className={s.notes}>
          {others.map((note) => (
            <OneNote key={note.id} note={note} when={relativeTime(instantOf(zone, note.modified), now)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OneNote({ note, when }: { note: Note; when: string }) {
  const [isWhole, setWhole] = useState(false)
  const isCut = note.note.length > SHOWN
  return (
    <li>
      <Avatar size={32} color="teal" aria-hidden>
        {initialsOf(note)}
      </Avatar>
      <div>
        <p className={s.noteText}>
          {isCut && !isWhole ? `${note.note.slice(0, SHOWN).trimEnd()}…` : note.note}
          {isCut && (
            <>
              {' '}
              <UnstyledButton
                className={`medium anchor hoverLine ${s.moreBtn}`}
                aria-expanded={isWhole}
                onClick={() => setWhole(!isWhole)}
              >
                {isWhole ? 'Show less' : 'Show all'}
              </UnstyledButton>
            </>
          )}
        </p>
        <p className="cap">
          Last saved {when} by {note.first_name} {note.last_name}
        </p>
      </div>
    </li>
  )
}
