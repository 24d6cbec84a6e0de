import { useMemo } from 'react'
import { isPermitted } from '#core/client/areas.ts'
import type { PaletteEntries } from '#core/client/feature.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import type { Session } from '#core/contract/session.ts'

export function usePaletteEntries(session: Session): PaletteEntries {
  const navigate = useNavigate()
  const isOn = isPermitted(session, { flag: referralsFlag })
  return useMemo(
    () => ({
      screens: isOn ? [{ key: 'referrals', label: 'Referrals', run: () => void navigate({ to: '/referrals' }) }] : [],
    }),
    [isOn, navigate],
  )
}
