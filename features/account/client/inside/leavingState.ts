// State of leaving, which its confirmation and the code behind it share.
import { create } from 'zustand'

type Question = {
  /** Number of changes that would be lost, while the person is asked. */
  unsaved: number | null
  go: (() => Promise<void>) | null
}
export const useQuestion = create<Question>(() => ({ unsaved: null, go: null }))

/** Whether this page is already changing its identity. */
export const going = { isOn: false }
