import { ActionIcon } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { dispatchOn } from '#core/client/act.ts'
import { useEngine } from '#core/client/sync.tsx'
import { favoriteContent } from '../actions.ts'
import type { LibraryItem } from '../contract.ts'
import s from './Library.module.css'

/** Toggles a favorite. It changes immediately and syncs when online. */
export function FavoriteButton({ content: { id, name, favourite } }: { content: LibraryItem }) {
  const engine = useEngine()
  const Icon = favourite ? IconHeartFilled : IconHeart
  return (
    <ActionIcon
      className={`dim absolute round surface ${s.heart}`}
      size={32}
      aria-pressed={favourite}
      aria-label={`Favorite: ${name}`}
      onClick={() => dispatchOn(engine, favoriteContent, { id, favourite: !favourite })}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
