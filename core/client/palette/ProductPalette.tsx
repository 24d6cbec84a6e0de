import { use, useMemo } from 'react'
import { useNavigate } from '#core/client/router/useRouter.ts'
import type { Session } from '#core/contract/session.ts'
import { isPermitted } from '../areas.ts'
import type { PaletteEntries, Product, Tab } from '../feature.ts'
import { loadOnce } from '../lazyComponent.tsx'
import { useProduct } from '../product.ts'
import { useOnNavigate } from '../useOnNavigate.ts'
import { Palette } from './Palette.tsx'
import { closePalette, type PaletteGroup, type PaletteItem } from './palette.ts'

/** Fetched before the palette opens. */
export const loadEntries = ({ palette, tabs }: Product) => Promise.all([...palette.map(loadOnce), loadOnce(tabs)])

export function ProductPalette({ session }: { session: Session }) {
  const product = useProduct()
  const navigate = useNavigate()
  useOnNavigate(true, closePalette)
  // The list never changes during the page's life, so these hooks keep their order.
  const entries: readonly PaletteEntries[] = product.palette.map((load) => use(loadOnce(load))(session))
  const areas = useMemo(
    () =>
      product.areas
        .filter((area) => isPermitted(session, area))
        .map(
          ({ label, path }): PaletteItem => ({ key: `area:${path}`, label, run: () => void navigate({ to: path }) }),
        ),
    [product, session, navigate],
  )
  const tabs = use(loadOnce(product.tabs))
  const pages = useMemo(
    () => tabPagesOf(session, product, tabs, (path) => void navigate({ to: path })),
    [session, product, tabs, navigate],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each feature's entries stay the same until they change
  const groups = useMemo(() => groupsOf(areas, pages, entries), [areas, pages, ...entries])
  const otherwise = entries.find((one) => one.otherwise)?.otherwise
  const asked = entries.find((one) => one.asked)?.asked
  return (
    <Palette
      owner={session.user.id}
      groups={groups}
      start={groups.slice(-2)}
      {...(asked && { asked })}
      {...(otherwise && { otherwise })}
    />
  )
}

function tabPagesOf(
  session: Session,
  { areas }: Product,
  tabs: readonly Tab[],
  go: (path: string) => void,
): PaletteItem[] {
  return tabs.flatMap((one) => {
    const { area: name, name: tab, label, isUnlisted, isOwn } = one
    const area = areas.find((each) => each.name === name)
    if (!area || label === undefined || isUnlisted || !isPermitted(session, area)) return []
    if (!isPermitted(session, one) || (isOwn && session.Switch)) return []
    const path = `${area.prefixes[0]}/${tab}`
    return [{ key: `screen:${path}`, label, detail: area.label, run: () => go(path) }]
  })
}

const groupsOf = (
  areas: readonly PaletteItem[],
  tabs: readonly PaletteItem[],
  entries: readonly PaletteEntries[],
): PaletteGroup[] => {
  const screens = entries.flatMap((one) => one.screens ?? [])
  // A feature may have a better name for its own tab.
  const known = new Set(screens.map(({ key }) => key))
  return [
    ...entries.flatMap(({ groups = [] }) => groups),
    { title: 'Screens', items: [...areas, ...screens, ...tabs.filter(({ key }) => !known.has(key))] },
    { title: 'Commands', items: entries.flatMap(({ commands = [] }) => commands) },
  ]
}
