import { Button } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import type { TargetTile } from '../../contract.ts'
import s from './Tile.module.css'
import { TileMoney } from './TileMoney.tsx'
import { TileWhen } from './TileWhen.tsx'

/** The last line of a tile: date and amount, or a retry after a failed sync. */
export function TileFoot({ tile, today }: { tile: TargetTile; today: string }) {
  return (
    <div className={`row between gap8 ${s.foot}`}>
      <TileWhen tile={tile} today={today} />
      {tile.error === undefined ? (
        <TileMoney tile={tile} />
      ) : (
        <Button
          tabIndex={-1}
          size="compact-sm"
          variant="subtle"
          className={s.retry}
          leftSection={<Icon name="refresh" size={16} stroke={1.75} />}
          data-act="retry"
        >
          Try again
        </Button>
      )}
    </div>
  )
}
