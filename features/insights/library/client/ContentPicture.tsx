import { useState } from 'react'
import { Poster } from '#core/ui/Poster.tsx'
import { itemKinds, type LibraryItem } from '../contract.ts'
import s from './Library.module.css'

type Props = { content: LibraryItem /** Position of its section among all sections. */; place: number }

/** Shows the uploaded thumbnail, or a drawing if it is missing or broken. */
export function ContentPicture({ content, place }: Props) {
  const { id, kind, thumbnail_url: address } = content
  const [broken, setBroken] = useState<string | null>(null)
  if (address === '' || broken === address)
    return <Poster place={place} number={itemKinds.indexOf(kind) + 7 * turnOf(id)} />
  return (
    <img
      className={`block fill surface ${s.picture}`}
      src={address}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setBroken(address)}
    />
  )
}

/** Returns the same value for the same item on every device. */
const turnOf = (id: string) => Number.parseInt(id.slice(-2), 16) % 4
