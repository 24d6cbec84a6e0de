import { useState } from 'react'
import { Poster } from '#core/ui/Poster.tsx'
import { itemKinds, type LibraryItem } from '../contract.ts'
import s from './Library.module.css'

type Props = { content: LibraryItem /** Of its section among all. */; place: number }

/** What was sent with it; a drawing where that is missing or can't be shown. */
export function ContentPicture({ content, place }: Props) {
  const { id, kind, thumbnail_url: address } = content
  const [broken, setBroken] = useState<string | null>(null)
  if (address === '' || broken === address)
    return <Poster place={place} number={itemKinds.indexOf(kind) + 7 * turnOf(id)} />
  return (
    <img
      className={s.picture}
      src={address}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setBroken(address)}
    />
  )
}

/** The same for the same content, on every device. */
const turnOf = (id: string) => Number.parseInt(id.slice(-2), 16) % 4
