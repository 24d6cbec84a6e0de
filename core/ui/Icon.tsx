import type { IconName } from './iconNames.ts'

type Props = {
  name: IconName
  /** Width and height in pixels. */
  size?: number
  /** Width of the lines in a drawing of 24 by 24. */
  stroke?: number
  className?: string | undefined
  /** Without it, screen readers skip the icon. */
  label?: string | undefined
}

/** One icon of the sprite, in the color of the text. See tools/iconSprite.ts. */
export const Icon = ({ name, size = 18, stroke = 1.6, className, label }: Props) => (
  <svg
    className={className === undefined ? 'icon' : `icon ${className}`}
    width={size}
    height={size}
    strokeWidth={stroke}
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined || undefined}
  >
    <use href={`${import.meta.env.ICON_SPRITE}#${name}`} />
  </svg>
)
