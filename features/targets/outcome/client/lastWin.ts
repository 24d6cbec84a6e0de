// Shown until the person moves on.
import { create } from 'zustand'

type LastWin = {
  id: string | null /** The next target at the same company was started with it. */
  isFollowed: boolean
}

export const useLastWin = create<LastWin>(() => ({ id: null, isFollowed: false }))
export const storeLastWin = (id: string, isFollowed: boolean) => useLastWin.setState({ id, isFollowed })
export const endLastWin = () => useLastWin.setState({ id: null })
