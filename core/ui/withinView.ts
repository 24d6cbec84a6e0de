import type { MenuProps } from '@mantine/core'

/** In pixels. */
const LEAST_ROOM = 240

/**
 * Gives a menu the height below its button as `--room`, so that a longer one scrolls. Scrolling the page would close it.
 */
export const withinView: MenuProps['middlewares'] = {
  flip: true,
  shift: true,
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) =>
      elements.floating.style.setProperty('--room', `${Math.max(LEAST_ROOM, availableHeight)}px`),
  },
}
