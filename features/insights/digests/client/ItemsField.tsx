import '@mantine/core/styles/Popover.layer.css'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Switch.layer.css'
import { ActionIcon, Button, Menu, Switch } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useState } from 'react'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import { ContentPicture } from '../../library/client/ContentPicture.tsx'
import { useDragCard, useDropSection } from '../../library/client/useDrag.ts'
import { useLibrary } from '../../library/client/useLibrary.ts'
import type { LibraryItem } from '../../library/contract.ts'
import { kindLabels } from '../../library/listing.ts'
import { limits } from '../fields.ts'
import s from './DigestPanel.module.css'
import { chosenIn, type DigestFormItem, keyOfItem, moved } from './digestForm.ts'
import { digestLabels } from './digestLabels.ts'
import type { DigestFormState } from './useDigestForm.ts'

const AddExternalDialog = lazyComponent(() =>
  import('../../links/client/AddExternalDialog.tsx').then((file) => file.AddExternalDialog),
)
const PickDialog = lazyComponent(() => import('./PickDialog.tsx').then((file) => file.PickDialog))

/** Edits the digest's items: dragged from the Library, picked, or entered as a link. Auto-populate adds favorites. */
export function ItemsField({ state }: { state: DigestFormState }) {
  const { form, add, setItems, populate } = state
  const isOnline = useIsOnline()
  const { contents } = useLibrary()
  const [adding, setAdding] = useState<'content' | 'link' | null>(null)
  const { items, auto_populate: isAuto } = form.values
  const byId = new Map(contents.map((content) => [content.id, content]))
  const { place, isOver } = useDropSection({
    takes: () => items.length < limits.contents,
    onDrop: (contentId) => void add({ contentId, isAuto: false }),
  })
  const move = (from: number, by: 1 | -1) => setItems(moved(items, from, from + by))
  return (
    <section ref={place} className={s.items} data-over={isOver || undefined} aria-labelledby="digest-content">
      <div className={`row between gap8 mb8 ${s.row}`}>
        <h3 id="digest-content">
          Content <span className="cap num">{items.length}</span>
        </h3>
        <Switch
          label="Auto-populate favorites"
          labelPosition="left"
          size="sm"
          checked={isAuto}
          disabled={!isOnline}
          onChange={(event) => void populate(event.currentTarget.checked)}
        />
      </div>
      {isOver && <p className={`mb8 semi brand p12 rounded center ${s.drop}`}>Add it to the digest</p>}
      <ol className={`mb12 ${s.list}`}>
        {items.map((item, at) => (
          <Line
            key={keyOfItem(item)}
            item={item}
            content={'contentId' in item ? byId.get(item.contentId) : undefined}
            place={at}
            last={chosenIn(items) - 1}
            onMove={(by) => move(at, by)}
            onTake={(key) =>
              setItems(
                moved(
                  items,
                  items.findIndex((one) => keyOfItem(one) === key),
                  at,
                ),
              )
            }
            onRemove={() => setItems(items.filter((_, other) => other !== at))}
          />
        ))}
      </ol>
      {form.errorOf('items') && <p className={`small bad ${s.wrong}`}>{form.errorOf('items')}</p>}
      <div className="flex wrap gap8">
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setAdding('content')}>
          Add from the Library
        </Button>
        <Button variant="default" leftSection={<Icon name="link" />} onClick={() => setAdding('link')}>
          {digestLabels.external}
        </Button>
      </div>

      {adding === 'content' && (
        <PickDialog
          contents={contents}
          taken={new Set(items.map(keyOfItem))}
          onPick={(contentId) => add({ contentId, isAuto: false })}
          onClose={() => setAdding(null)}
        />
      )}
      {adding === 'link' && (
        <AddExternalDialog onAdded={(link) => void add({ link })} onClose={() => setAdding(null)} />
      )}
    </section>
  )
}

type LineProps = {
  item: DigestFormItem
  content: LibraryItem | undefined
  place: number
  /** The last position that an item can move to. */
  last: number
  onMove: (by: 1 | -1) => void
  /** Called when the item with this key is dropped here. */
  onTake: (key: string) => void
  onRemove: () => void
}

function Line({ item, content, place, last, onMove, onTake, onRemove }: LineProps) {
  const key = keyOfItem(item)
  const canMove = place <= last && last > 0
  const { card, isDragged } = useDragCard(key, !canMove, 'digest item')
  const { place: target, isOver } = useDropSection({
    kind: 'digest item',
    takes: (other) => canMove && other !== key,
    onDrop: onTake,
  })
  const line = useMergedRef(card, target)
  const name = 'link' in item ? item.link.title : (content?.name ?? 'No longer in the Library')
  return (
    <li
      ref={line}
      className="row"
      data-movable={canMove || undefined}
      data-dragged={isDragged || undefined}
      data-over={isOver || undefined}
    >
      <span className={`rigid clip ${s.picture}`}>
        {content ? (
          <ContentPicture content={content} place={place} />
        ) : (
          'link' in item &&
          (item.link.thumbnail === '' ? <Icon name="link" size={20} /> : <img src={item.link.thumbnail} alt="" />)
        )}
      </span>
      <span className="stack grow">
        <b className="one strong">{name}</b>
        <span className="cap">
          {'contentId' in item && item.isAuto ? (
            <span className="inline gap4">
              <Icon name="heart-filled" size={12} className="bad" stroke={2} />
              Favorite
            </span>
          ) : content ? (
            kindLabels[content.kind]
          ) : (
            'link' in item && item.link.provider
          )}
        </span>
      </span>
      {canMove && (
        <MenuPlace
          button={(opener) => (
            <ActionIcon {...opener} variant="subtle" color="gray" size={32} aria-label={`More about ${name}`}>
              <Icon name="dots" size={16} stroke={1.75} />
            </ActionIcon>
          )}
          menu={(close) => (
            <MenuOver label={`More about ${name}`} width={176} onClose={close}>
              <Menu.Item disabled={place === 0} leftSection={<Icon name="arrow-up" />} onClick={() => onMove(-1)}>
                Move up
              </Menu.Item>
              <Menu.Item disabled={place === last} leftSection={<Icon name="arrow-down" />} onClick={() => onMove(1)}>
                Move down
              </Menu.Item>
            </MenuOver>
          )}
        />
      )}
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="x" size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}
