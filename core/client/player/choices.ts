// The person's video preferences on this device.
import { create } from 'zustand'

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]

type Choices = { speed: number; hasCaptions: boolean; volume: number; isMuted: boolean }
const KEY = 'player'
const first: Choices = { speed: 1, hasCaptions: false, volume: 1, isMuted: false }

export const useChoices = create<Choices>()(() => ({ ...first, ...kept() }))

/** Applies to every video from now on. */
export function choose(change: Partial<Choices>): void {
  useChoices.setState(change)
  try {
    localStorage.setItem(KEY, JSON.stringify(useChoices.getState()))
  } catch {
    // If storage is full or forbidden, the next visit starts without these preferences.
  }
}

function kept(): Partial<Choices> {
  try {
    const given = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>
    return {
      ...(SPEEDS.includes(given.speed ?? 0) && { speed: given.speed! }),
      ...(typeof given.hasCaptions === 'boolean' && { hasCaptions: given.hasCaptions }),
      ...(typeof given.isMuted === 'boolean' && { isMuted: given.isMuted }),
      ...(given.volume !== undefined && given.volume >= 0 && given.volume <= 1 && { volume: given.volume }),
    }
  } catch {
    return {}
  }
}
