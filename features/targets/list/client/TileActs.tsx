import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
import s from './Tile.module.css'

/** Buttons of the tile under the pointer or with focus. */
export const TileActs = ({ name, hasStep }: { name: string; hasStep: boolean }) => (
  <span className={s.acts}>
    {hasStep && button('snooze', 'Snooze', `Snooze ${name}`, 'alarm-snooze')}
    {button('edit', 'Edit', `Edit ${name}`, 'pencil')}
    {button('won', 'Won', `Mark ${name} as won`, 'trophy')}
  </span>
)

const button = (act: string, title: string, label: string, icon: IconName) => (
  <button
    type="button"
    tabIndex={-1}
    className="bare iconButton dim"
    title={title}
    aria-label={label}
    aria-haspopup={act === 'snooze' ? 'menu' : undefined}
    data-act={act}
  >
    <Icon name={icon} />
  </button>
)
