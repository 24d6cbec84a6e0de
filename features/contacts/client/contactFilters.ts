import { z } from 'zod'

export const contactFilters = { q: z.string().max(100).optional(), role: z.string().max(50).optional() }
