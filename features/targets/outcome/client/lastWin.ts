// The Target that was won last, since this page was loaded: the Tracker says so until the person goes on.
import { create } from 'zustand'

type LastWin = { id: string | null /** The next one with the same company was started with it. */; isFollowed: boolean }

export const useLastWin = create<LastWin>(() => ({ id: null, isFollowed: false }))
export const storeLastWin = (id: string, isFollowed: boolean) => useLastWin.setState({ id, isFollowed })
export const endLastWin = () => useLastWin.setState({ id: null })
