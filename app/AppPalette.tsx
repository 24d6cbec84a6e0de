import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Area, isPermitted } from '#core/client/areas.ts'
import { runCommand } from '#core/client/commands.ts'
import { Palette } from '#core/client/palette/Palette.tsx'
import type { PaletteGroup, PaletteItem } from '#core/client/palette/palette.ts'
import { useReading } from '#core/client/reading.ts'
import { useRows } from '#core/client/sync.tsx'
import type { Session } from '#core/contract/session.ts'
import { colleagues, type Person } from '#features/account/contract.ts'
import { targetDialogs } from '#features/targets/client/dialogs.ts'
import { Status, statusTerm, targets } from '#features/targets/contract.ts'

type Props = { session: Session; areas: readonly Area[]; onLogout: () => void; onSwitchBack: () => void }

const looks: { scheme: MantineColorScheme; label: string }[] = [
  { scheme: 'light', label: 'Light look' },
  { scheme: 'dark', label: 'Dark look' },
  { scheme: 'auto', label: 'Look as the device' },
]

/** What the palette finds in this product: this device's targets, colleagues, screens and commands. */
export function AppPalette({ session, areas, onLogout, onSwitchBack }: Props) {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const rows = useRows(targets)
  // Offline, those known before are all there are.
  const people = useReading(colleagues, undefined).value?.users ?? nobody
  const hasTargets = isPermitted(session, 'targets')

  const pursued = useMemo(() => {
    const shown = hasTargets ? rows.filter(({ shared }) => shared !== 'revoked' && shared !== 'rejected') : []
    return shown.map((target): PaletteItem => {
      const { id, company, contact, status, collaborators, user_id } = target
      const others = collaborators.filter((one) => one.user_id !== user_id && one.response === 'accepted')
      const names = others.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim())
      return {
        key: `target:${id}`,
        label: company || contact,
        detail: [company && contact, ...names, statusTerm[status]].filter(Boolean).join(' · '),
        run: () => void navigate({ to: '/target/$id', params: { id } }),
      }
    })
  }, [rows, hasTargets, navigate])

  const others = useMemo(() => {
    const screen = (label: string, path: string, detail?: string): PaletteItem => ({
      key: `screen:${path}`,
      label,
      ...(detail && { detail }),
      run: () => void navigate({ to: path }),
    })
    const command = (key: string, label: string, run: () => void, detail?: string): PaletteItem => ({
      key: `command:${key}`,
      label,
      ...(detail && { detail }),
      run,
    })
    const screens = [
      ...areas.map(({ label, path }) => screen(label, path)),
      ...(hasTargets
        ? Status.options.map((status) => screen(statusTerm[status], `/targets/${status}`, 'Tracker'))
        : []),
      ...(session.user.role === 'member' ? [] : [screen('Admin', '/admin')]),
    ]
    const newTarget = command('new', 'New Target', () => targetDialogs.create(), 'N')
    const create = () => {
      // The form belongs to the Tracker's pages.
      if (location.pathname.startsWith('/target')) newTarget.run()
      else void navigate({ to: '/targets/active' }).then(newTarget.run)
    }
    const commands = [
      ...(hasTargets ? [{ ...newTarget, run: create }] : []),
      ...looks.map(({ scheme, label }) => command(`look:${scheme}`, label, () => setColorScheme(scheme))),
      session.Switch
        ? command('switchBack', `Switch back to ${session.Switch.name}`, onSwitchBack)
        : command('logout', 'Log out', onLogout),
    ]
    return { screens, commands }
  }, [areas, hasTargets, session, navigate, setColorScheme, onLogout, onSwitchBack])

  const persons = useMemo(
    () =>
      people.map(
        ({ id, fullname, email }): PaletteItem => ({
          key: `person:${id}`,
          label: fullname,
          detail: `Write to ${email}`,
          run: () => {
            location.href = `mailto:${email}`
          },
        }),
      ),
    [people],
  )
  const groups: PaletteGroup[] = useMemo(
    () => [
      { title: 'Targets', items: pursued },
      { title: 'People', items: persons },
      { title: 'Screens', items: others.screens },
      { title: 'Commands', items: others.commands },
    ],
    [pursued, persons, others],
  )
  const searchTracker = (query: string): PaletteItem => ({
    key: 'command:search',
    label: `Search the Tracker for ‘${query}’`,
    run: () => {
      void navigate({ to: '/targets/$status', params: { status: 'active' }, search: { q: query } as never })
      runCommand('search')
    },
  })
  return (
    <Palette
      owner={session.user.id}
      groups={groups}
      start={groups.slice(2)}
      {...(hasTargets && { otherwise: searchTracker })}
    />
  )
}

const nobody: readonly Person[] = []
