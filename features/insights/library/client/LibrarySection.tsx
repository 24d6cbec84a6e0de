import '@mantine/core/styles/Popover.layer.css'
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import shelf from '#core/ui/shelf.module.css'
import type { ItemSection, LibraryItem } from '../contract.ts'
import { sortRoutes } from '../routesContract.ts'
import { ContentCard } from './ContentCard.tsx'
import s from './Library.module.css'
import type { LibraryMutations } from './useDoings.ts'
import { useDropSection } from './useDrag.ts'
import type { ShownLibrary } from './useLibrary.ts'

type Props = {
  section: ItemSection
  /** Position among the shown sections, from 0. */
  place: number
  contents: readonly LibraryItem[]
  library: ShownLibrary
  tags: ReadonlyMap<string, string>
  doings: LibraryMutations | null
  isOpen: boolean
  onToggle: () => void
}

/** Shows a section that expands and collapses, and accepts dragged cards. */
export function LibrarySection({ section, place, contents, library, tags, doings, isOpen, onToggle }: Props) {
  const id = useId()
  const of = (contentId: string) => library.contents.find((one) => one.id === contentId)
  const { place: target, isOver } = useDropSection({
    takes: (contentId) =>
      doings !== null && of(contentId)?.owner === section.owner && of(contentId)?.section_id !== section.id,
    onDrop: (contentId) => {
      const content = of(contentId)
      if (content) doings?.move(content, section)
    },
  })
  const chevron = isOpen ? 'chevron-down' : 'chevron-right'
  return (
    <section ref={target} className="ruled" aria-label={section.name}>
      <div className={`row gap4 ${shelf.head} ${s.head}`} data-over={isOver || undefined}>
        <h2 className="body grow">
          <UnstyledButton
            className={`row gap8 fill regular ${s.toggle}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            <Icon name={chevron} stroke={1.75} className="dim" />
            <span className={`title ${shelf.name}`}>{section.name}</span>
            <span className="cap rigid num">{contents.length}</span>
            {section.owner === 'bd' && (
              <span className={`small rigid num medium dim sunken ${s.vendor}`}>From Pursuit</span>
            )}
          </UnstyledButton>
        </h2>
        {isOver ? (
          <span className="inline gap6 semi brand">
            <Icon name="folder-symlink" size={16} stroke={1.75} />
            Move here
          </span>
        ) : (
          doings && <SectionMenu section={section} library={library} doings={doings} />
        )}
      </div>
      {isOpen && (
        <ul className={`grid gap16 ${shelf.grid} ${s.grid}`} id={id}>
          {contents.map((content) => (
            <li key={content.id} className="grid">
              <ContentCard content={content} place={place} tags={tags} sections={library.sections} doings={doings} />
            </li>
          ))}
          {contents.length === 0 && <li className="dim">Nothing in this section yet</li>}
        </ul>
      )}
    </section>
  )
}

function SectionMenu({
  section,
  library,
  doings,
}: {
  section: ItemSection
  library: ShownLibrary
  doings: LibraryMutations
}) {
  const own = library.sections.filter(({ owner }) => owner === section.owner)
  const place = async (position: number) => {
    try {
      await call(sortRoutes.editSection, { params: { id: section.id }, body: { position } })
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
    }
    await library.asked.refresh()
  }
  return (
    <MenuPlace
      button={(opener) => (
        <ActionIcon {...opener} size={32} aria-label={`Actions for ${section.name}`}>
          <Icon name="dots" stroke={1.75} />
        </ActionIcon>
      )}
      menu={(close) => (
        <MenuOver label={`Actions for ${section.name}`} onClose={close}>
          <Menu.Item onClick={() => doings.ask({ kind: 'rename', section })}>Rename</Menu.Item>
          {section.position > 0 && <Menu.Item onClick={() => place(section.position - 1)}>Move up</Menu.Item>}
          {section.position < own.length - 1 && (
            <Menu.Item onClick={() => place(section.position + 1)}>Move down</Menu.Item>
          )}
          {own.length > 1 && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => doings.ask({ kind: 'deleteSection', section })}>
              Delete
            </Menu.Item>
          )}
        </MenuOver>
      )}
    />
  )
}
