import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useState } from 'react'
import { useSearch } from '#core/client/query.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Snippet } from '#core/ui/Snippet.tsx'
import type { LibraryItem } from '../contract.ts'
import { hasTag, kindLabels, matchesItemSearch } from '../listing.ts'
import { foundPages } from '../queries.ts'
import { ContentLink } from './ContentLink.tsx'
import { ContentPicture } from './ContentPicture.tsx'
import { iconOf } from './kindIcons.ts'
import s from './Library.module.css'
import { formatItemCount, libraryLabels } from './labels.ts'
import type { ShownLibrary } from './useLibrary.ts'

/** Milliseconds without a keystroke before the server is searched. */
const TYPING_MS = 250
const SHORTEST = 3

/** Searches by words, including the text of PDFs, and by tags. Results from this device appear immediately. */
export function SearchDialog({ library, onClose }: { library: ShownLibrary; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const search = useDeferredValue(typed.trim())
  const asked = useAfterPause(search)
  const pages = useSearch(foundPages, asked.length >= SHORTEST ? asked : null)
  const isNarrowed = search !== '' || chosen.size > 0
  const named = library.contents.filter((one) => matchesItemSearch(one, search))
  const found = named.filter((one) => hasTag(one, chosen))
  const inFiles = (pages.value?.found ?? []).flatMap((page) => {
    const content = library.contents.find(({ id }) => id === page.content_id)
    return content && hasTag(content, chosen) ? [{ ...page, content }] : []
  })
  const counted = library.tags
    .map((tag) => ({ ...tag, many: named.filter(({ tags_id }) => tags_id.includes(tag.id)).length }))
    .filter(({ many, id }) => many > 0 || chosen.has(id))
  const choose = (id: string) =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]))
  const placeOf = ({ section_id }: LibraryItem) => library.sections.findIndex(({ id }) => id === section_id)
  return (
    <Dialog
      title="Search insights"
      size={760}
      isTall
      onClose={onClose}
      foot={
        <>
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setTyped('')
              setChosen(new Set())
            }}
          >
            {libraryLabels.showAll} {isNarrowed && libraryLabels.reset}
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <TextInput
        type="search"
        aria-label="Search insights"
        placeholder="Words in names, descriptions, tags and PDFs"
        maxLength={100}
        data-autofocus
        leftSection={<Icon name="search" size={16} stroke={1.75} />}
        rightSection={
          typed !== '' && <CloseButton aria-label="Clear the search" size={24} onClick={() => setTyped('')} />
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={`grid gap32 mt20 ${s.columns}`}>
        <fieldset className={s.tagList}>
          <legend className="body mb4 bold">Tags</legend>
          {counted.map(({ id, name, many }) => (
            <div key={id} className={`row between ${s.tagRow}`}>
              <Checkbox
                size="xs"
                classNames={{ body: 'middle', label: 'body' }}
                label={name}
                checked={chosen.has(id)}
                onChange={() => choose(id)}
              />
              <span className="cap num">{many}</span>
            </div>
          ))}
        </fieldset>
        <div>
          <p className="body mb4 bold" role="status">
            {inFiles.length > 0
              ? `${formatItemCount(found.length)}, and ${inFiles.length} ${inFiles.length === 1 ? 'page' : 'pages'} in the files`
              : formatItemCount(found.length)}
          </p>
          <ul className={s.found} aria-label="Insights">
            {found.map((content) => (
              <FoundLine key={content.id} content={content} place={placeOf(content)} />
            ))}
          </ul>
          {isNarrowed && found.length === 0 && inFiles.length === 0 && (
            <p className="dim">No results. Try fewer words, or other tags.</p>
          )}
          {inFiles.length > 0 && (
            <section aria-label="In the files">
              <p className="body mb4 bold">In the files</p>
              <ul className={s.found}>
                {inFiles.map(({ content, page, snippet }) => (
                  <li key={`${content.id} ${page}`}>
                    <p className="flex between gap12">
                      <ContentLink content={content} page={page} className="strong link">
                        {content.name}
                      </ContentLink>
                      <span className="cap">page {page}</span>
                    </p>
                    <small className="dim">
                      <Snippet parts={snippet} />
                    </small>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function FoundLine({ content, place }: { content: LibraryItem; place: number }) {
  const icon = iconOf(content)
  return (
    <li className={`grid middle gap12 ${s.foundLine}`}>
      <span className={`clip ${s.foundPicture}`}>
        <ContentPicture content={content} place={place} />
      </span>
      <span>
        <ContentLink content={content} className="strong link">
          {content.name}
        </ContentLink>
        <span className="cap block">
          {content.tag_names
            .split(',')
            .filter((name) => name !== 'favourites')
            .join(', ')}
        </span>
      </span>
      <span className={`cap inline gap4 rigid medium ${s.kind}`}>
        <Icon name={icon} size={16} stroke={1.75} />
        {kindLabels[content.kind]}
      </span>
    </li>
  )
}

function useAfterPause(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
