import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import s from './Placeholders.module.css'

const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Eight tiles to come, at the first load only. */
export function Placeholders() {
  return (
    <div className={s.grid} role="status" aria-label="Loading Targets">
      {tiles.map((tile) => (
        <div key={tile} className={s.tile} aria-hidden>
          <Skeleton height={12} width="45%" radius="xs" />
          <Skeleton height={16} width="70%" radius="xs" mt={14} />
          <Skeleton height={12} width="50%" radius="xs" mt={10} />
          <Skeleton height={14} width="85%" radius="xs" mt={18} />
          <div className={s.foot}>
            <Skeleton height={24} width={96} radius={12} />
            <Skeleton height={14} width={72} radius="xs" />
          </div>
        </div>
      ))}
    </div>
  )
}
