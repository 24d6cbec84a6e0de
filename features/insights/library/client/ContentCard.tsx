import { ActionIcon } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import shelf from '#core/ui/shelf.module.css'
import type { ItemSection, LibraryItem } from '../contract.ts'
import { kindLabels, measureOf, truncateItemText } from '../listing.ts'
import { ContentLink } from './ContentLink.tsx'
import { ContentPicture } from './ContentPicture.tsx'
import { FavoriteButton } from './FavoriteButton.tsx'
import { iconOf } from './kindIcons.ts'
import s from './Library.module.css'
import type { LibraryMutations } from './useDoings.ts'
import { useDragCard } from './useDrag.ts'

const ContentMenu = lazyComponent(() => import('./ContentMenu.tsx').then((file) => file.ContentMenu))

type Props = {
  content: LibraryItem
  place: number
  tags: ReadonlyMap<string, string>
  /** Actions on the item; null for people who only read. */
  doings: LibraryMutations | null
  sections: readonly ItemSection[]
}

/** Shows one item: what it is, whether it is new, and a heart. */
export function ContentCard({ content, place, tags, doings, sections }: Props) {
  const { id, name, description, kind, status, is_expired: isExpired } = content
  const { card, isDragged } = useDragCard(id, doings === null)
  const icon = iconOf(content)
  const measure = measureOf(content)
  return (
    <article ref={card} className={`card stack relative ${shelf.card} ${s.card}`} data-dragged={isDragged || undefined}>
      <div className={`relative clip ${shelf.poster} ${s.poster}`}>
        <ContentPicture content={content} place={place} />
        {measure !== '' && <span className={`one num semi absolute size12 ${s.measure}`}>{measure}</span>}
        {isExpired ? (
          <span className={`strong absolute size12 ${s.expired}`}>Expired</span>
        ) : (
          status === 'new' && <span className={`strong absolute size12 ${s.fresh}`}>New</span>
        )}
        <FavoriteButton content={content} />
      </div>
      <div className={`stack grow ${s.body}`}>
        <h3 className="body break pretty">
          <ContentLink content={content}>{name}</ContentLink>
        </h3>
        <p className={`break dim mt2`}>{truncateItemText(description)}</p>
        <div className={`cap row gap12 shrink medium ${s.foot}`}>
          <span className="cap inline gap4 rigid medium">
            <Icon name={icon} size={16} stroke={1.75} />
            {kindLabels[kind]}
          </span>
          <span className={`one ${s.tags}`}>{content.tags_id.map((tag) => tags.get(tag)).join(', ')}</span>
          {doings && (
            <span className={`rigid relative push ${s.more}`}>
              <MenuPlace
                button={(opener) => (
                  <ActionIcon {...opener} size={28} aria-label={`Actions for ${name}`}>
                    <Icon name="dots" stroke={1.75} />
                  </ActionIcon>
                )}
                menu={(close) => <ContentMenu content={content} sections={sections} doings={doings} onClose={close} />}
              />
            </span>
          )}
        </div>
      </div>
    </article>
  )
}
