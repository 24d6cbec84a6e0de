import { create } from 'zustand'

export const useUpdate = create<{ isAvailable: boolean }>(() => ({ isAvailable: false }))
export const announceUpdate = () => useUpdate.setState({ isAvailable: true })
