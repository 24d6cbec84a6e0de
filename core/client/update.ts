// Whether a newer version of the app is there than the one this page runs.
import { create } from 'zustand'

export const useUpdate = create<{ isAvailable: boolean }>(() => ({ isAvailable: false }))
export const announceUpdate = () => useUpdate.setState({ isAvailable: true })
