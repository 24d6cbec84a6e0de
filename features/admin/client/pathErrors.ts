import type { z } from 'zod'

/** The first message per field of a form in parts: 'admin.email'. */
export function pathErrorsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}
