// Stores a list's filters in the URL, so that a reload and 'back' restore them.

import type { z } from 'zod'
import { useNavigate, useSearchParams } from '#core/client/router/useRouter.ts'

export type FilterChange<F> = { [K in keyof F]?: F[K] | undefined }

/** Values that don't match `fields` are ignored. Setting '' or undefined removes a filter. */
export function useFilters<S extends Readonly<Record<string, z.ZodType>>>(
  fields: S,
): [z.infer<z.ZodObject<S>>, (change: FilterChange<z.infer<z.ZodObject<S>>>) => void] {
  type F = z.infer<z.ZodObject<S>>
  const search = useSearchParams() as Record<string, unknown>
  const navigate = useNavigate()
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const given = search[name]
    // The router parses digits as numbers.
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
