import { useMemo } from 'react'
import { isPermitted } from '#core/client/areas.ts'
import { runCommand } from '#core/client/commands.ts'
import type { PaletteEntries } from '#core/client/feature.ts'
import type { PaletteItem } from '#core/client/palette/palette.ts'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useRows } from '#core/client/sync.tsx'
import { fullNameOf } from '#core/contract/names.ts'
import { opensPipelines } from '#core/contract/opensPipelines.ts'
import type { Session } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { companyNames, pageKeysFor } from '#features/contacts/companyNamesContract.ts'
import { Status, statusTerm, targetEndpoints } from '../contract.ts'
import { peopleArea } from '../pipelines/client/peopleArea.ts'
import { type ManagedPerson, managedPeople, personPath } from '../pipelines/contract.ts'
import { useTouchLine } from '../touches/client/useTouchLine.ts'
import { targetDialogs } from './dialogs.ts'
import { newTarget } from './newTarget.ts'

const noPeople: readonly ManagedPerson[] = []
const none: PaletteEntries = { groups: [{ title: 'Targets', items: [] }] }

/**
 * Returns managed pipelines, this device's targets and companies, the lists, 'New Target', and a search for the typed
 * text.
 */
export function usePaletteEntries(session: Session): PaletteEntries {
  const navigate = useNavigate()
  const rows = useRows(targetEndpoints)
  const hasTargets = isPermitted(session, { flag: trackerFlag })
  const manages = opensPipelines(session)
  const touchLine = useTouchLine(rows)
  const managed = useQuery(managedPeople, manages ? undefined : null).value?.people ?? noPeople
  const names = useQuery(companyNames, hasTargets ? undefined : null).value?.companies
  const pageKey = useMemo(() => pageKeysFor(names ?? []), [names])
  return useMemo(() => {
    if (!hasTargets) return none
    const pipelines = managed.map(
      ({ id, fullname }): PaletteItem => ({
        key: `pipeline:${id}`,
        label: fullname,
        detail: 'Open their pipeline',
        run: () => void navigate({ to: personPath(id) }),
      }),
    )
    const shown = rows.filter(({ shared }) => shared !== 'revoked' && shared !== 'rejected')
    const items = shown.map((target): PaletteItem => {
      const { id, company, contact, status, collaborators, user_id } = target
      const others = collaborators.filter((one) => one.user_id !== user_id && one.response === 'accepted')
      const names = others.map(fullNameOf)
      return {
        key: `target:${id}`,
        label: company || contact,
        detail: [company && contact, ...names, statusTerm[status]].filter(Boolean).join(' · '),
        run: () => void navigate({ to: '/target/$id', params: { id } }),
      }
    })
    const companies = Map.groupBy(
      shown.filter(({ company, status }) => company !== '' && status !== 'deleted'),
      ({ company }) => pageKey(company),
    )
    const pages = [...companies].map(([key, there]): PaletteItem => {
      const name = there[0]!.company
      return {
        key: `company:${key}`,
        label: name,
        detail: `Company page · ${there.length === 1 ? '1 Target' : `${there.length} Targets`}`,
        run: () => void navigate({ to: '/company/$name', params: { name } }),
      }
    })
    const screens = Status.options.map((status): PaletteItem => {
      const path = `/targets/${status}`
      return {
        key: `screen:${path}`,
        label: statusTerm[status],
        detail: status === 'deleted' ? 'Tracker · Trash' : 'Tracker',
        run: () => void navigate({ to: path }),
      }
    })
    if (isPermitted(session, peopleArea))
      screens.push({
        key: `screen:${peopleArea.path}`,
        label: peopleArea.label,
        detail: 'Their pipelines',
        run: () => void navigate({ to: peopleArea.path }),
      })
    const controls = () => void navigate({ to: '/targets/active' }).then(() => targetDialogs.controls())
    return {
      groups: [
        { title: 'Pipelines', items: pipelines },
        { title: 'Targets', items },
        { title: 'Companies', items: pages },
      ],
      screens,
      commands: [
        { key: 'command:new', label: 'New Target', detail: 'N', run: () => newTarget(navigate) },
        { key: 'command:calendar', label: 'Calendar', detail: 'Tracker controls', run: controls },
        { key: 'command:report', label: 'Activity report', detail: 'Tracker controls', run: controls },
      ],
      asked: touchLine,
      otherwise: (query) => ({
        key: 'command:search',
        label: `Search the Tracker for “${query}”`,
        run: () => {
          void navigate({ to: '/targets/$status', params: { status: 'active' }, search: { q: query } as never })
          runCommand('search')
        },
      }),
    }
  }, [rows, managed, hasTargets, navigate, session, touchLine, pageKey])
}
