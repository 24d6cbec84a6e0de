import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { ContentPicture } from '../../library/client/ContentPicture.tsx'
import type { LibraryItem } from '../../library/contract.ts'
import { kindLabels, matchesItemSearch } from '../../library/listing.ts'
import { keyOfContent } from '../items.ts'
import s from './DigestPanel.module.css'

type Props = {
  contents: readonly LibraryItem[]
  /** Keys of the items in the digest. */
  taken: ReadonlySet<string>
  onPick: (id: string) => void
  onClose: () => void
}

/** Picks Library items one after the other. */
export function PickDialog({ contents, taken, onPick, onClose }: Props) {
  const [search, setSearch] = useState('')
  const found = contents.filter(
    (one) => !one.is_expired && (search.trim() === '' || matchesItemSearch(one, search.trim())),
  )
  return (
    <Dialog
      title="Add from the Library"
      isTall
      size={560}
      onClose={onClose}
      foot={<Button onClick={onClose}>Done</Button>}
    >
      <TextInput
        aria-label="Search the Library"
        placeholder="Search the Library"
        data-autofocus
        maxLength={100}
        leftSection={<Icon name="search" size={16} stroke={1.75} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <p className="hide" role="status">{`${found.length} found`}</p>
      <ul className={`mb12 ${s.list}`}>
        {found.map((content, place) => (
          <li key={content.id} className="row">
            <span className={`rigid clip ${s.picture}`}>
              <ContentPicture content={content} place={place} />
            </span>
            <span className="stack grow">
              <b className="one strong">{content.name}</b>
              <span className="cap">{kindLabels[content.kind]}</span>
            </span>
            {taken.has(keyOfContent(content.id)) ? (
              <span className="cap">Added</span>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Add ${content.name}`}
                onClick={() => onPick(content.id)}
              >
                Add
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
