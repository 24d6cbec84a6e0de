import { useSession } from '#core/client/session.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'

/** The firm's time zone. */
export const useZone = (): string => useSession()?.Org?.time_zone || DEFAULT_ZONE
