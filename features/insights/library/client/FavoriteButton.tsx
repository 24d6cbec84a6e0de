import { ActionIcon } from '@mantine/core'
import { dispatchOn } from '#core/client/act.ts'
import { useEngine } from '#core/client/sync.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { favoriteContent } from '../actions.ts'
import type { LibraryItem } from '../contract.ts'
import s from './Library.module.css'

/** Toggles a favorite. It changes immediately and syncs when online. */
export function FavoriteButton({ content: { id, name, favourite } }: { content: LibraryItem }) {
  const engine = useEngine()
  const icon = favourite ? 'heart-filled' : 'heart'
  return (
    <ActionIcon
      className={`dim absolute round surface ${s.heart}`}
      size={32}
      aria-pressed={favourite}
      aria-label={`Favorite: ${name}`}
      onClick={() => dispatchOn(engine, favoriteContent, { id, favourite: !favourite })}
    >
      <Icon name={icon} stroke={1.75} />
    </ActionIcon>
  )
}
