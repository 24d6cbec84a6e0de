// Base path of targets: the person's own, or a member's pipeline for a manager. Links and calls use it.
import { createContext, useContext } from 'react'
import type { Status } from '../contract.ts'

export type TargetPlace = {
  /** ID of the pipeline's owner if it is another person. */
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
