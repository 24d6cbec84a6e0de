import type { PersonDetail } from '../contract.ts'

export type PersonPart = {
  person: PersonDetail
  isOffline: boolean
  /** Receives the person after a change. */
  onChanged: (person: PersonDetail) => void
  reload: () => Promise<void>
}
