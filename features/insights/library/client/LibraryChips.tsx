import { UnstyledButton } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import shelf from '#core/ui/shelf.module.css'
import type { Kind } from '../contract.ts'
import { type KindAddress, kindAddresses } from '../listing.ts'
import s from './Library.module.css'

const addresses = Object.keys(kindAddresses) as KindAddress[]

type Props = {
  /** null for all kinds. */
  kind: Kind | null
  isFavourites: boolean
  onFavourites: (isOn: boolean) => void
}

/** Filters by kind. Each kind has its own URL. */
export function LibraryChips({ kind, isFavourites, onFavourites }: Props) {
  return (
    <nav className={`flex wrap gap8 shrink ${shelf.chips} ${s.chips}`} aria-label="Kinds">
      <Link
        to="/insights/library"
        className={`inline gap6 nowrap medium inherit surface pick ${shelf.chip}`}
        aria-current={kind === null ? 'page' : undefined}
      >
        All
      </Link>
      {addresses.map((address) => (
        <Link
          key={address}
          to={`/insights/${address}`}
          className={`inline gap6 nowrap medium inherit surface pick ${shelf.chip}`}
          aria-current={kind === kindAddresses[address].kind ? 'page' : undefined}
        >
          {kindAddresses[address].label}
        </Link>
      ))}
      <UnstyledButton
        className={`inline gap6 nowrap medium inherit surface pick ${shelf.chip}`}
        aria-pressed={isFavourites}
        onClick={() => onFavourites(!isFavourites)}
      >
        <Icon name="heart" size={16} stroke={1.75} />
        Favorites
      </UnstyledButton>
    </nav>
  )
}
