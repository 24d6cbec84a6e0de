import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import type { ItemSection, LibraryItem } from '../contract.ts'
import s from './Library.module.css'
import { libraryLabels } from './labels.ts'
import type { LibraryMutations } from './useDoings.ts'

type Props = { content: LibraryItem; sections: readonly ItemSection[]; doings: LibraryMutations; onClose: () => void }

/** Menu for people who manage the item. It also moves cards by keyboard and touch. */
export function ContentMenu({ content, sections, doings, onClose }: Props) {
  const others = sections.filter(({ id, owner }) => id !== content.section_id && owner === content.owner)
  return (
    <MenuOver label={`Actions for ${content.name}`} width={264} onClose={onClose}>
      <Menu.Item leftSection={<Icon name="target-arrow" />} onClick={() => doings.ask({ kind: 'care', content })}>
        {libraryLabels.care}
      </Menu.Item>
      {doings.toDigest && content.owner === 'firm' && (
        <Menu.Item leftSection={<Icon name="mail-plus" />} onClick={() => doings.toDigest?.(content.id)}>
          Add to digest
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => doings.ask({ kind: 'edit', content })}>
        {libraryLabels.edit}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="users" />} onClick={() => doings.ask({ kind: 'readers', content })}>
        Users with access
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>Move to section</Menu.Label>
      <div className={s.places}>
        {others.map((section) => (
          <Menu.Item
            key={section.id}
            leftSection={<Icon name="folder-symlink" />}
            onClick={() => doings.move(content, section)}
          >
            {section.name}
          </Menu.Item>
        ))}
      </div>
      <Menu.Item leftSection={<Icon name="plus" />} onClick={() => doings.ask({ kind: 'section', content })}>
        {libraryLabels.newSection}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<Icon name="trash" />}
        onClick={() => doings.ask({ kind: 'delete', content })}
      >
        Delete
      </Menu.Item>
    </MenuOver>
  )
}
