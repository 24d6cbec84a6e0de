import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { PaletteEntries } from '#core/client/feature.ts'
import type { PaletteItem } from '#core/client/palette/palette.ts'
import { useTabs } from '#core/client/product.ts'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import type { Session } from '#core/contract/session.ts'
import { colleagues, type PersonSummary } from '../contract.ts'
import { useWayOut } from './inside/leaving.ts'

const pipelineViewEntries: { scheme: MantineColorScheme; label: string }[] = [
  { scheme: 'light', label: 'Light theme' },
  { scheme: 'dark', label: 'Dark theme' },
  { scheme: 'auto', label: 'Match system theme' },
]

/** Adds palette entries: colleagues to contact, the Admin pages, the color scheme, and logging out. */
export function usePaletteEntries({ Switch, user }: Session): PaletteEntries {
  const { setColorScheme } = useMantineColorScheme()
  // Offline, only cached colleagues are listed.
  const people = useQuery(colleagues, undefined).value?.users ?? noOne
  const leave = useWayOut()
  const navigate = useNavigate()
  const admin = useTabs('admin')
  const screens = useMemo(
    () =>
      (user.role === 'member' ? [] : (admin ?? [])).map(
        ({ name, label }): PaletteItem => ({
          key: `screen:/admin/${name}`,
          label,
          detail: 'Admin',
          run: () => void navigate({ to: `/admin/${name}` }),
        }),
      ),
    [admin, user.role, navigate],
  )
  const groups = useMemo(() => {
    const items = people.map(
      ({ id, fullname, email }): PaletteItem => ({
        key: `person:${id}`,
        label: fullname,
        detail: `Email ${email}`,
        run: () => {
          location.href = `mailto:${email}`
        },
      }),
    )
    return [{ title: 'People', items }]
  }, [people])
  const from = Switch?.name
  return useMemo(() => {
    const lookItems = pipelineViewEntries.map(({ scheme, label }) => ({
      key: `command:look:${scheme}`,
      label,
      run: () => setColorScheme(scheme),
    }))
    const out =
      from === undefined
        ? { key: 'command:logout', label: 'Log out', run: leave }
        : { key: 'command:switchBack', label: `Switch back to ${from}`, run: leave }
    return { groups, screens, commands: [...lookItems, out] }
  }, [groups, screens, from, leave, setColorScheme])
}

const noOne: readonly PersonSummary[] = []
