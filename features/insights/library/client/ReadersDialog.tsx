import { Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { formatStamp } from '#core/contract/times.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import type { LibraryItem } from '../contract.ts'
import { contentReaders } from '../queries.ts'
import s from './Library.module.css'

/** Users with access: people who can open an item, and when they last did. */
export function ReadersDialog({ content, onClose }: { content: LibraryItem; onClose: () => void }) {
  const asked = useQuery(contentReaders, content.id)
  const readers = asked.value?.readers ?? []
  const viewed = readers.filter(({ at }) => at !== null).length
  return (
    <Dialog
      title={`Users with access (${asked.value ? readers.length : '…'})`}
      size={460}
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="cap">
        {content.name}
        {asked.value && `. Opened by ${viewed} of ${readers.length}.`}
      </p>
      <AnswerState of={asked} isAwaited />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
      <ul className={`mt8 ${s.readers}`} aria-label="Users with access" tabIndex={0}>
        {readers.map((one) => (
          <li key={one.user_id} className="row gap12">
            <InitialsAvatar initials={initialsOf(one)} />
            <span className="grow">{fullNameOf(one)}</span>
            <span className="cap">{one.at === null ? 'Not opened yet' : `Opened ${formatStamp(one.at)}`}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
