// Where targets are shown: among one's own, or, to a manager, on somebody's pipeline. Links and calls go by it.
import { createContext, useContext } from 'react'
import type { Status } from '../contract.ts'

export type TargetPlace = {
  /** Whose pipeline it is, where that is another person's. */
  proxyFor?: string
  pathOf: (id: string) => string
  listPath: (status: Status) => string
}

export const ownPlace: TargetPlace = {
  pathOf: (id) => `/target/${encodeURIComponent(id)}`,
  listPath: (status) => `/targets/${status}`,
}

export const targetLocation = (person: string): TargetPlace => ({
  proxyFor: person,
  pathOf: (id) => `/viewer/pipeline/people/${person}/target/${id}`,
  listPath: (status) => `/viewer/pipeline/people/${person}?status=${status}`,
})

const Place = createContext(ownPlace)
export const TargetPlaceProvider = Place.Provider
export const useTargetPlace = (): TargetPlace => useContext(Place)
