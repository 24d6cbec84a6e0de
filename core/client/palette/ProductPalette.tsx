import { useNavigate } from '@tanstack/react-router'
import { use, useMemo } from 'react'
import type { Session } from '#core/contract/session.ts'
import { isPermitted } from '../areas.ts'
import type { PaletteEntries, Product } from '../feature.ts'
import { once } from '../later.tsx'
import { useProduct } from '../product.ts'
import { useWhenLed } from '../useWhenLed.ts'
import { Palette } from './Palette.tsx'
import { closePalette, type PaletteGroup, type PaletteItem } from './palette.ts'

/** Fetched before the palette opens. */
export const loadEntries = ({ palette }: Product) => Promise.all(palette.map(once))

/** What can be found in the whole product: what the features add, their areas and commands. */
export function ProductPalette({ session }: { session: Session }) {
  const product = useProduct()
  const navigate = useNavigate()
  useWhenLed(true, closePalette)
  // The list is the same for as long as the page lives: hooks in it stay in order.
  const entries: readonly PaletteEntries[] = product.palette.map((load) => use(once(load))(session))
  const areas = useMemo(
    () =>
      product.areas
        .filter((area) => isPermitted(session, area))
        .map(
          ({ label, path }): PaletteItem => ({ key: `screen:${path}`, label, run: () => void navigate({ to: path }) }),
        ),
    [product, session, navigate],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each feature's entries stay the same until they change
  const groups = useMemo(() => groupsOf(areas, entries), [areas, ...entries])
  const otherwise = entries.find((one) => one.otherwise)?.otherwise
  return <Palette owner={session.user.id} groups={groups} start={groups.slice(-2)} {...(otherwise && { otherwise })} />
}

const groupsOf = (areas: readonly PaletteItem[], entries: readonly PaletteEntries[]): PaletteGroup[] => [
  ...entries.flatMap(({ groups = [] }) => groups),
  { title: 'Screens', items: [...areas, ...entries.flatMap(({ screens = [] }) => screens)] },
  { title: 'Commands', items: entries.flatMap(({ commands = [] }) => commands) },
]
