// What a list is narrowed to: kept in the address, so that a reload and 'back' lead to the same list.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'

export type FilterChange<F> = { [K in keyof F]?: F[K] | undefined }

/** `fields` say what each may be; another value in the address counts for nothing. A change to '' or undefined takes one away. */
export function useFilters<S extends Readonly<Record<string, z.ZodType>>>(
  fields: S,
): [z.infer<z.ZodObject<S>>, (change: FilterChange<z.infer<z.ZodObject<S>>>) => void] {
  type F = z.infer<z.ZodObject<S>>
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const given = search[name]
    // The address reads figures as numbers.
    const read = typeof given === 'string' || typeof given === 'number' ? field.safeParse(String(given)) : null
    return read?.success && read.data !== '' ? [[name, read.data]] : []
  })
  const filters = Object.fromEntries(found) as F
  const change = (given: FilterChange<F>) => {
    const wanted = Object.entries({ ...filters, ...given }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: '.', search: Object.fromEntries(wanted), replace: true })
  }
  return [filters, change]
}
