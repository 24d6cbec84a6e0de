import { useMemo } from 'react'
import { isPermitted } from '#core/client/areas.ts'
import type { PaletteEntries } from '#core/client/feature.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useRowsOnceLoaded } from '#core/client/sync.tsx'
import type { Session } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { contactCollection, contactPath } from '../contract.ts'
import { contactNameOf } from '../namesContract.ts'

/** Returns the contacts on this device. */
export function usePaletteEntries(session: Session): PaletteEntries {
  const navigate = useNavigate()
  const rows = useRowsOnceLoaded(contactCollection)
  const isOn = isPermitted(session, { flag: trackerFlag })
  return useMemo(() => {
    const items = isOn
      ? rows.map((contact) => ({
          key: `contact:${contact.id}`,
          label: contactNameOf(contact),
          detail: [contact.title, contact.company].filter(Boolean).join(' · ') || 'Contact',
          run: () => void navigate({ to: contactPath(contact.id) }),
        }))
      : []
    return { groups: [{ title: 'Contacts', items }] }
  }, [rows, isOn, navigate])
}
