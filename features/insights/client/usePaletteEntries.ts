import { useMemo } from 'react'
import type { PaletteEntries } from '#core/client/feature.ts'
import type { PaletteItem } from '#core/client/palette/palette.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { isShownInsights } from '#core/contract/orgReport.ts'
import type { Session } from '#core/contract/session.ts'
import { insightsFlag } from '../flagsContract.ts'
import { kindAddresses } from '../library/listing.ts'

const none: PaletteEntries = {}
const places: readonly [string, string][] = [
  ['new', 'New insights'],
  ['library', 'Library'],
  ...Object.entries(kindAddresses).map(([address, { label }]): [string, string] => [address, label]),
]

/** Adds the lists of Insights to the command palette. */
export function usePaletteEntries({ Subscriptions, Settings }: Session): PaletteEntries {
  const navigate = useNavigate()
  const isOpen = isFeatureOn(Subscriptions, insightsFlag) && isShownInsights(Settings)
  return useMemo(() => {
    if (!isOpen) return none
    const screens = places.map(([place, label]): PaletteItem => {
      const path = `/insights/${place}`
      return { key: `screen:${path}`, label, detail: 'Insights', run: () => void navigate({ to: path }) }
    })
    return { screens }
  }, [isOpen, navigate])
}
